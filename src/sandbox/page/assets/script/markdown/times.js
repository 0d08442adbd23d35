import { make } from '../dom.js';

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function distance(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return relative.format(Math.round(away / size), unit);
}

/** Renders a time in one of the platform's styles: https://discord.com/developers/docs/reference#message-formatting */
export function timestamp(seconds, style = 'f') {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return document.createTextNode('Invalid date');
  const isRelative = style === 'R';
  return make(
    'time',
    {
      className: 'moment',
      dateTime: at.toISOString(),
      title: at.toLocaleString('en', STYLES.F),
      dataset: isRelative ? { relative: String(seconds) } : {},
    },
    isRelative ? distance(seconds) : at.toLocaleString('en', STYLES[style] ?? STYLES.f),
  );
}

// Update relative times, such as "in 5 minutes".
setInterval(() => {
  for (const time of document.querySelectorAll('time[data-relative]'))
    time.textContent = distance(Number(time.dataset.relative));
}, 10_000);
