/** @import { Context } from '../types.ts' */
/** @typedef {import('preact').ComponentChild} Child */
/** @typedef {Context & { inner: (text: string) => Child[] }} Inner */
import { html, useState } from '../preact.js';
import { mentions } from './mentions.js';
import { link } from './url.js';

/** Deeper nesting is shown as plain text. */
const DEEPEST = 8;

/**
 * Rules tried in order at each position; the first match wins.
 * @type {readonly (readonly [RegExp, (parts: RegExpExecArray, context: Inner) => Child])[]}
 */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, ([, character]) => character],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code = '']) => html`<code>${code.trim() || code}</code>`],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url = '']) => link(url, url)],
  ...mentions,
  [
    /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/y,
    ([, text = '', url = ''], { inner }) => link(url, inner(text)),
  ],
  [/https?:\/\/[^\s<]+[^\s<.,:;"'\])]/y, ([url]) => link(url, url)],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, ([, text = ''], { inner }) => html`<strong>${inner(text)}</strong>`],
  [/__((?:\\.|[^\\])+?)__(?!_)/y, ([, text = ''], { inner }) => html`<u>${inner(text)}</u>`],
  [
    /\*(?![\s*])((?:\\.|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/y,
    ([, text = ''], { inner }) => html`<em>${inner(text)}</em>`,
  ],
  [/_((?:__|\\.|[^\\_])+?)_(?!\w)/y, ([, text = ''], { inner }) => html`<em>${inner(text)}</em>`],
  [/~~((?:\\.|[^\\])+?)~~/y, ([, text = ''], { inner }) => html`<s>${inner(text)}</s>`],
  [/\|\|((?:\\.|[^\\])+?)\|\|/y, ([, text = ''], { inner }) => html`<${Spoiler}>${inner(text)}<//>`],
  [/\n/y, () => html`<br />`],
  // A run of text in which no rule can match, or a single character.
  [/[^\\`<[h*_~|\n@]+|[\s\S]/y, ([text]) => text],
];

/** Renders a text without blocks. @param {string} text @param {Context} context @returns {Child[]} */
export function inline(text, context, depth = 0) {
  const nodes = [];
  const within = {
    ...context,
    inner: (/** @type {string} */ inner) => (depth < DEEPEST ? inline(inner, context, depth + 1) : [inner]),
  };
  for (let at = 0; at < text.length; ) {
    for (const [pattern, build] of RULES) {
      pattern.lastIndex = at;
      const parts = pattern.exec(text);
      if (!parts) continue;
      at += parts[0].length;
      nodes.push(build(parts, within));
      break;
    }
  }
  return nodes;
}

/** Renders content that a click uncovers. @param {{ children?: import('preact').ComponentChildren }} props */
function Spoiler({ children }) {
  const [isOpen, open] = useState(false);
  return html`<button type="button" class=${isOpen ? 'spoiler is-open' : 'spoiler'}
    aria-label=${isOpen ? null : 'Spoiler: show it'} onClick=${() => open(true)}><span>${children}</span></button>`;
}
