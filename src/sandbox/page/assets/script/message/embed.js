import { make } from '../dom.js';
import { markdown } from '../markdown/blocks.js';
import { link, safeUrl } from '../markdown/inline.js';

const css = (color) => `#${color.toString(16).padStart(6, '0')}`;

/** Renders an embed: https://discord.com/developers/docs/resources/message#embed-object */
export function embed(data, context) {
  const { author, title, url, description, fields = [], image, thumbnail, footer, timestamp, color } = data;
  const element = make(
    'article',
    { className: 'embed' },
    thumbnail && picture(thumbnail.url, 'thumbnail'),
    author &&
      make('p', { className: 'embed-author' }, author.url ? link(author.url, author.name) : author.name),
    title && make('h4', {}, url ? link(url, title) : markdown(title, context)),
    description && markdown(description, context),
    fields.length > 0 &&
      make(
        'dl',
        { className: 'fields' },
        fields.map((field) => toField(field, context)),
      ),
    image && picture(image.url, 'picture'),
    (footer || timestamp) && make('p', { className: 'embed-foot quiet' }, foot(footer, timestamp)),
  );
  if (color) element.style.setProperty('--edge', css(color));
  return element;
}

const toField = ({ name, value, inline }, context) =>
  make(
    'div',
    { className: inline ? 'is-inline' : '' },
    make('dt', {}, markdown(name, context)),
    make('dd', {}, markdown(value, context)),
  );

const foot = (footer, timestamp) =>
  [
    footer?.text,
    timestamp && new Date(timestamp).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }),
  ]
    .filter(Boolean)
    .join(' · ');

/**
 * Returns a URL that is safe to load; undefined for an unsafe one. The sandbox's own files are loaded from the page's
 * origin, whatever host the URL names.
 */
export function nearby(url) {
  const href = safeUrl(url);
  if (!href) return undefined;
  const { pathname, search } = new URL(href);
  return pathname.startsWith('/sandbox/') ? pathname + search : href;
}

/** Renders an image; undefined for an unsafe URL. */
export function picture(url, className, description = '') {
  const src = nearby(url);
  return (
    src && make('img', { src, className, alt: description, loading: 'lazy', referrerPolicy: 'no-referrer' })
  );
}
