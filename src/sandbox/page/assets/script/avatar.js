import { make } from './dom.js';

/** Creates an avatar with initials, in a color derived from the id. */
export function avatar(person) {
  const initials = person.name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
  const element = make(
    'span',
    { className: `avatar${person.bot ? ' is-bot' : ''}`, attrs: { 'aria-hidden': 'true' } },
    initials,
  );
  element.style.setProperty('--hue', String(hueOf(person.id)));
  return element;
}

/** FNV-1a, so that similar ids get different hues. */
function hueOf(id) {
  let hash = 0x811c9dc5;
  for (const digit of id) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % 360;
}

/** Renders a role's name in its color. */
export const pill = (role) => make('span', { className: 'pill', color: role.color }, role.name);

/** Renders a member's name in the color of their highest role. */
export const colored = (person) => make('span', { className: 'name', color: person.color }, person.name);
