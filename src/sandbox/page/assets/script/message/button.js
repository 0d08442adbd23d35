/** @import { APIButtonComponent } from 'discord-api-types/v10' */
/** @import { Context } from '../types.ts' */
import { safeUrl } from '../markdown/url.js';
import { html } from '../preact.js';

const STYLES = Object.freeze({ 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger' });

/**
 * Renders a button: https://discord.com/developers/docs/components/reference#button
 * @param {APIButtonComponent} data
 * @param {Context} context
 */
export function button(data, context) {
  // The bot has nothing to sell on the platform.
  if (data.style === 6) return undefined;
  const { emoji, label, disabled = false } = data;
  const face = [
    emoji?.name && html`<span class="emoji">${emoji.id ? `:${emoji.name}:` : emoji.name}</span>`,
    label && html`<span>${label}</span>`,
  ];
  if (data.style === 5) {
    const arrow = html`<span aria-hidden="true">↗</span>`;
    if (disabled) return html`<span class="act is-link" aria-disabled="true">${face}${arrow}</span>`;
    const href = safeUrl(data.url) ?? '#';
    return html`<a class="act is-link" href=${href} target="_blank" rel="noopener">${face}${arrow}</a>`;
  }
  const { custom_id: component, style } = data;
  const isBusy = context.busy === component;
  return html`<button type="button" key=${component} class=${`act is-${STYLES[style]}`} disabled=${disabled || isBusy}
    aria-busy=${String(isBusy)} data-key=${`use-${component}`}
    onClick=${() => context.use?.({ kind: 'press', component })}>${face}</button>`;
}
