/** @import { Colored, Person } from './types.ts' */
import { html } from './preact.js';

/** Renders an avatar with initials, in a color derived from the id. @param {Person} person */
export function avatar({ id, name, bot = false }) {
  const words = name.split(/[\s._-]+/).slice(0, 2);
  const initials = words.map((word) => word.slice(0, 1).toUpperCase()).join('');
  const classes = `avatar${bot ? ' is-bot' : ''}`;
  return html`<span class=${classes} aria-hidden="true" style=${{ '--hue': hueOf(id) }}>${initials}</span>`;
}

/** FNV-1a, so that similar ids get different hues. @param {string} id */
function hueOf(id) {
  let hash = 0x811c9dc5;
  for (const digit of id) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
  return String((hash >>> 0) % 360);
}

/** Renders a name in the color of a role, by default of a member's highest role. @param {Colored} named */
export const colored = ({ name, color }, kind = 'name') =>
  html`<span key=${color} class=${kind} style=${color ? { '--role': color } : undefined}>${name}</span>`;

/** @param {Colored} role */
export const pill = (role) => colored(role, 'pill');
