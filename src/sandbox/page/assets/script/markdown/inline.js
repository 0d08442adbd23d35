import { make } from '../dom.js';
import { mentions } from './mentions.js';

/** Deeper nesting is shown as plain text. */
const DEEPEST = 8;

/** Returns a URL that is safe to open; undefined for other schemes, which could run code. */
export const safeUrl = (text) =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;

export function link(url, ...content) {
  const href = safeUrl(url);
  return href
    ? make('a', { href, target: '_blank', rel: 'noopener noreferrer', title: href }, ...content)
    : make('span', {}, ...content);
}

const wrap =
  (tag, properties) =>
  ([, inner], context) =>
    make(tag, properties, context.inner(inner));

/** Rules tried in order at each position; the first match wins. */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, ([, character]) => character],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => make('code', {}, code.trim() || code)],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url]) => link(url, url)],
  ...mentions,
  [
    /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/y,
    ([, text, url], context) => link(url, context.inner(text)),
  ],
  [/https?:\/\/[^\s<]+[^\s<.,:;"'\])]/y, ([url]) => link(url, url)],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, wrap('strong')],
  [/__((?:\\.|[^\\])+?)__(?!_)/y, wrap('u')],
  [/\*(?![\s*])((?:\\.|\*\*|[^\\*])+?)(?<!\s)\*(?!\*)/y, wrap('em')],
  [/_((?:__|\\.|[^\\_])+?)_(?!\w)/y, wrap('em')],
  [/~~((?:\\.|[^\\])+?)~~/y, wrap('s')],
  [/\|\|((?:\\.|[^\\])+?)\|\|/y, ([, inner], context) => spoiler(context.inner(inner))],
  [/\n/y, () => make('br')],
];

/** A run of text in which no rule can match, or a single character. */
const PLAIN = /[^\\`<[h*_~|\n@]+|[\s\S]/y;

/** Renders a text without blocks. */
export function inline(text, context, depth = 0) {
  const nodes = [];
  const within = {
    ...context,
    inner: (inner) => (depth < DEEPEST ? inline(inner, context, depth + 1) : [inner]),
  };
  for (let at = 0; at < text.length; ) {
    const found = match(text, at);
    nodes.push(found ? found.build(found.parts, within) : plain(text, at));
    at += (found ? found.parts[0] : plain(text, at)).length;
  }
  return joined(nodes);
}

function match(text, at) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const parts = pattern.exec(text);
    if (parts) return { parts, build };
  }
  return undefined;
}

function plain(text, at) {
  PLAIN.lastIndex = at;
  return PLAIN.exec(text)[0];
}

function joined(nodes) {
  const result = [];
  for (const node of nodes) {
    if (typeof node === 'string' && typeof result.at(-1) === 'string') result.push(result.pop() + node);
    else result.push(node);
  }
  return result;
}

function spoiler(content) {
  const element = make(
    'button',
    { type: 'button', className: 'spoiler', ariaLabel: 'Spoiler: show it' },
    make('span', {}, content),
  );
  element.addEventListener('click', () => {
    element.classList.add('is-open');
    element.removeAttribute('aria-label');
  });
  return element;
}
