/** @import { Context } from '../types.ts' */
/** @typedef {{ kind: string, parts: readonly string[] }} Line */
import { h, html } from '../preact.js';
import { inline } from './inline.js';

const FENCE = /```(?:([\w+-]+)\n|\n)?([\s\S]+?)\n?```\n?/;

/**
 * Renders the platform's Markdown: https://support.discord.com/hc/en-us/articles/210298617
 * @param {string} text
 * @param {Context} context
 */
export function markdown(text, context) {
  const parts = [];
  let rest = text;
  for (let fence = FENCE.exec(rest); fence; fence = FENCE.exec(rest)) {
    const code = html`<code data-language=${fence[1] ?? ''}>${fence[2]}</code>`;
    parts.push(...blocks(rest.slice(0, fence.index), context), html`<pre tabindex="0">${code}</pre>`);
    rest = rest.slice(fence.index + fence[0].length);
  }
  return html`<div class="markdown">${parts}${blocks(rest, context)}</div>`;
}

/** Markers at the start of a line, by kind of block. @type {readonly (readonly [string, RegExp])[]} */
const STARTS = [
  ['quoteAll', /^>>> ?(.*)$/],
  ['quote', /^> ?(.*)$/],
  ['heading', /^(#{1,3}) +(.+)$/],
  ['subtext', /^-# +(.+)$/],
  ['item', /^( *)([-*]|\d{1,9}\.) +(.+)$/],
];

/** @param {string} line @returns {Line} */
function classify(line) {
  for (const [kind, pattern] of STARTS) {
    const parts = pattern.exec(line);
    if (parts) return { kind, parts };
  }
  return { kind: 'text', parts: [line, line] };
}

/** Joins consecutive lines of one kind into a block. @param {string} text @param {Context} context */
function blocks(text, context) {
  const trimmed = text.replace(/^\n+|\n+$/g, '');
  const lines = trimmed === '' ? [] : trimmed.split('\n').map(classify);
  /** @type {import('preact').VNode[]} */
  const result = [];
  for (let line = lines.shift(); line; line = lines.shift()) {
    const { kind, parts } = line;
    const [, first = '', second = ''] = parts;
    if (kind === 'quoteAll') {
      const all = [first, ...lines.splice(0).map((each) => each.parts[0])];
      result.push(html`<blockquote>${blocks(all.join('\n'), context)}</blockquote>`);
    } else if (kind === 'heading') {
      // Headings start at h4: the page itself uses h1 to h3.
      const size = first.length;
      result.push(h(`h${size + 3}`, { class: `size-${size}` }, inline(second, context)));
    } else if (kind === 'subtext') result.push(html`<p class="subtext">${inline(first, context)}</p>`);
    else {
      const run = [line, ...takeWhile(lines, (each) => each.kind === kind)];
      const inner = run
        .map((each) => each.parts[1])
        .join('\n')
        .replace(/\n+$/, '');
      if (kind === 'quote') result.push(html`<blockquote>${blocks(inner, context)}</blockquote>`);
      else if (kind === 'item')
        result.push(
          list(
            run.map((each) => each.parts),
            context,
          ),
        );
      else if (inner) result.push(html`<p>${inline(inner, context)}</p>`);
    }
  }
  return result;
}

/** @template Item @param {Item[]} items @param {(item: Item) => boolean} isWanted */
function takeWhile(items, isWanted) {
  const end = items.findIndex((item) => !isWanted(item));
  return items.splice(0, end < 0 ? items.length : end);
}

/**
 * Nests more deeply indented items under the item before them.
 * @param {(readonly string[])[]} items
 * @param {Context} context
 * @returns {import('preact').VNode}
 */
function list(items, context) {
  const [, indent = '', sign = ''] = items[0] ?? [];
  const entries = [];
  for (let item = items.shift(); item; item = items.shift()) {
    const inner = takeWhile(items, ([, deeper = '']) => deeper.length > indent.length);
    const nested = inner.length > 0 && list(inner, context);
    entries.push(html`<li>${inline(item[3] ?? '', context)}${nested}</li>`);
  }
  return /\d/.test(sign)
    ? html`<ol start=${Number.parseInt(sign, 10)}>${entries}</ol>`
    : html`<ul>${entries}</ul>`;
}
