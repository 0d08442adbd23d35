import { html, useState } from '../preact.js';

/** Renders content that a click uncovers. @param {{ children?: import('preact').ComponentChildren }} props */
export function Spoiler({ children }) {
  const [isOpen, open] = useState(false);
  return html`<button type="button" class=${isOpen ? 'spoiler is-open' : 'spoiler'}
    aria-label=${isOpen ? null : 'Spoiler: show it'} onClick=${() => open(true)}><span>${children}</span></button>`;
}
