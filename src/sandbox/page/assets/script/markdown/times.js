import { html } from '../preact.js';

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** @type {readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]} */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** @param {number} seconds */
function distance(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(away) >= each) ?? ['second', 1];
  return relative.format(Math.round(away / size), unit);
}

/**
 * Renders a time in one of the platform's styles: https://discord.com/developers/docs/reference#message-formatting
 * @param {number} seconds
 */
export function timestamp(seconds, style = 'f') {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return 'Invalid date';
  return html`<time class="moment" datetime=${at.toISOString()} title=${at.toLocaleString('en', STYLES['F'])}>
    ${style === 'R' ? distance(seconds) : at.toLocaleString('en', STYLES[style])}</time>`;
}
