import { make } from '../dom.js';
import { inline } from './inline.js';

const FENCE = /```(?:([\w+-]+)\n|\n)?([\s\S]+?)\n?```\n?/;

/** Renders the platform's Markdown: https://support.discord.com/hc/en-us/articles/210298617 */
export function markdown(text, context) {
  const root = make('div', { className: 'markdown' });
  let rest = text;
  for (let fence = FENCE.exec(rest); fence; fence = FENCE.exec(rest)) {
    root.append(...blocks(rest.slice(0, fence.index), context));
    root.append(
      make('pre', { tabIndex: 0 }, make('code', { dataset: { language: fence[1] ?? '' } }, fence[2])),
    );
    rest = rest.slice(fence.index + fence[0].length);
  }
  root.append(...blocks(rest, context));
  return root;
}

/** Markers at the start of a line, by kind of block. */
const STARTS = [
  ['quoteAll', /^>>> ?(.*)$/],
  ['quote', /^> ?(.*)$/],
  ['heading', /^(#{1,3}) +(.+)$/],
  ['subtext', /^-# +(.+)$/],
  ['item', /^( *)([-*]|\d{1,9}\.) +(.+)$/],
];

function classify(line) {
  for (const [kind, pattern] of STARTS) {
    const parts = pattern.exec(line);
    if (parts) return { kind, parts };
  }
  return { kind: 'text', parts: [line] };
}

/** Joins consecutive lines of one kind into a block. */
function blocks(text, context) {
  const lines = text.replace(/^\n+|\n+$/g, '').split('\n');
  if (lines.length === 1 && lines[0] === '') return [];
  const result = [];
  while (lines.length > 0) {
    const { kind, parts } = classify(lines[0]);
    if (kind === 'quoteAll') {
      result.push(make('blockquote', {}, blocks([parts[1], ...lines.splice(1)].join('\n'), context)));
      lines.length = 0;
    } else if (kind === 'heading') {
      lines.shift();
      // Headings start at h4: the page itself uses h1 to h3.
      result.push(
        make(`h${parts[1].length + 3}`, { className: `size-${parts[1].length}` }, inline(parts[2], context)),
      );
    } else if (kind === 'subtext') {
      lines.shift();
      result.push(make('p', { className: 'subtext' }, inline(parts[1], context)));
    } else result.push(...run(kind, takeRun(kind, lines), context));
  }
  return result;
}

function takeRun(kind, lines) {
  const end = lines.findIndex((line) => classify(line).kind !== kind);
  return lines.splice(0, end < 0 ? lines.length : end);
}

function run(kind, lines, context) {
  if (kind === 'quote')
    return [make('blockquote', {}, blocks(lines.map((line) => classify(line).parts[1]).join('\n'), context))];
  if (kind === 'item')
    return [
      list(
        lines.map((line) => classify(line).parts),
        context,
      ),
    ];
  const text = lines.join('\n').replace(/\n+$/, '');
  return text ? [make('p', {}, inline(text, context))] : [];
}

/** Nests more deeply indented items under the item before them. */
function list(items, context) {
  const [[, indent, sign]] = items;
  const isOrdered = /\d/.test(sign);
  const element = make(isOrdered ? 'ol' : 'ul', isOrdered ? { start: Number.parseInt(sign, 10) } : {});
  while (items.length > 0) {
    const [, , , text] = items.shift();
    const end = items.findIndex(([, deeper]) => deeper.length <= indent.length);
    const inner = items.splice(0, end < 0 ? items.length : end);
    element.append(make('li', {}, inline(text, context), inner.length > 0 && list(inner, context)));
  }
  return element;
}
