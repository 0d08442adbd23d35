import { html } from './preact.js';
import { page, update, view } from './store.js';

const TABS = [
  ['chat', 'Chat', '#'],
  ['members', 'Members', '☺'],
  ['shop', 'Shop', '◈'],
  ['flow', 'Timeline', '⇢'],
  ['server', 'Server', '⚙'],
];

/** Renders the tabs of the side panels. On a phone, which shows one panel at a time, the chat is a tab too. */
export function tabs() {
  const hasTrouble = view().faultPresets.some(({ isOn }) => isOn);
  return html`<div id="tabs" class="tabs" role="tablist" aria-label="Panels" onKeyDown=${onKeyDown}>
    ${TABS.map(
      ([id = '', text, face]) => html`
        <button type="button" role="tab" id=${`tab-${id}`} class=${id === 'server' && hasTrouble ? 'has-trouble' : ''}
          aria-controls=${id} aria-selected=${String(id === page.tab)} tabindex=${id === page.tab ? '0' : '-1'}
          onClick=${() => update({ tab: id })}>
          <span class="face" aria-hidden="true">${face}</span><span>${text}</span>
        </button>`,
    )}
  </div>`;
}

/** @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
function onKeyDown({ key, currentTarget }) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return;
  // The tabs shown depend on the width of the window.
  const shown = [...currentTarget.querySelectorAll('button')].filter((tab) => tab.offsetParent !== null);
  const next = shown.at((shown.findIndex((tab) => tab.matches(':focus')) + step) % shown.length);
  next?.click();
  next?.focus();
}
