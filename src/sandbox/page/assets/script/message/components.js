import { make } from '../dom.js';
import { markdown } from '../markdown/blocks.js';
import { toButton } from './button.js';
import { nearby, picture } from './embed.js';
import { toMenu } from './menu.js';

/**
 * Renderers by component type:
 * https://discord.com/developers/docs/components/reference#component-object-component-types
 */
const KINDS = {
  1: ({ components: inner }, context) => make('div', { className: 'row' }, components(inner, context)),
  2: toButton,
  3: toMenu,
  5: toMenu,
  6: toMenu,
  7: toMenu,
  8: toMenu,
  9: (section, context) =>
    make(
      'div',
      { className: 'section' },
      make('div', {}, components(section.components, context)),
      components([section.accessory], context),
    ),
  10: ({ content }, context) => markdown(content, context),
  11: ({ media, description, spoiler }) => veiled(picture(media.url, 'thumbnail', description), spoiler),
  12: ({ items }) =>
    make(
      'div',
      { className: 'gallery', dataset: { count: String(items.length) } },
      items.map(({ media, description, spoiler }) =>
        veiled(picture(media.url, 'picture', description), spoiler),
      ),
    ),
  13: ({ file, name }) =>
    make(
      'a',
      { className: 'file', href: nearby(file.url) ?? '#', target: '_blank', rel: 'noopener' },
      name ?? 'A file',
    ),
  14: ({ divider = true, spacing = 1 }) =>
    make('hr', { className: `${divider ? '' : 'is-blank '}${spacing === 2 ? 'is-wide' : ''}` }),
  17: container,
};

/** Renders components at any depth. Unknown types are left out. */
export const components = (list, context) => list.map((each) => KINDS[each.type]?.(each, context));

function container({ accent_color: accent, spoiler, components: inner }, context) {
  const element = make('div', { className: 'container' }, components(inner, context));
  if (accent != null) element.style.setProperty('--edge', `#${accent.toString(16).padStart(6, '0')}`);
  return veiled(element, spoiler);
}

function veiled(content, spoiler) {
  if (!spoiler || !content) return content;
  const element = make('details', { className: 'veil' }, make('summary', {}, 'Spoiler'), content);
  return element;
}
