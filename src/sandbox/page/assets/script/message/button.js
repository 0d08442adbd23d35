import { make } from '../dom.js';
import { safeUrl } from '../markdown/inline.js';
import { use } from './use.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger' };
const LINK = 5;

const face = ({ emoji, label }) => [
  emoji?.name && make('span', { className: 'emoji' }, emoji.id ? `:${emoji.name}:` : emoji.name),
  label && make('span', {}, label),
];

/** Renders a button: https://discord.com/developers/docs/components/reference#button */
export function toButton(data, context) {
  const { style, url, disabled = false, custom_id: component } = data;
  if (style === LINK) {
    const properties = {
      className: 'act is-link',
      href: safeUrl(url) ?? '#',
      target: '_blank',
      rel: 'noopener',
    };
    const arrow = make('span', { attrs: { 'aria-hidden': 'true' } }, '↗');
    return disabled
      ? make('span', { className: 'act is-link', attrs: { 'aria-disabled': 'true' } }, face(data), arrow)
      : make('a', properties, face(data), arrow);
  }
  const element = make(
    'button',
    {
      type: 'button',
      className: `act is-${STYLES[style] ?? 'secondary'}`,
      disabled,
      dataset: { key: `use-${component}` },
    },
    face(data),
  );
  element.addEventListener('click', () => use(element, { kind: 'press', component }, context));
  return element;
}
