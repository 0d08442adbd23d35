/** @import { Context } from '../types.ts' */
import { openChannel } from '../act.js';
import { colored } from '../avatar.js';
import { html } from '../preact.js';
import { view } from '../store.js';
import { timestamp } from './times.js';

/** @param {string} name */
const tag = (name, color = /** @type {string | null} */ (null)) => colored({ name, color }, 'mention');

/**
 * Rules for mentions, emoji and times: https://discord.com/developers/docs/reference#message-formatting
 * @type {readonly (readonly [RegExp, (parts: RegExpExecArray, context: Context) => import('preact').ComponentChild])[]}
 */
export const mentions = [
  [/<@!?(\d{17,20})>/y, ([, id = '']) => tag(`@${view().names[id] ?? 'unknown-user'}`)],
  [
    /<@&(\d{17,20})>/y,
    ([, id]) => {
      const role = view().roles.find((each) => each.id === id);
      return tag(`@${role?.name ?? 'deleted-role'}`, role?.color);
    },
  ],
  [/<#(\d{17,20})>/y, ([, id = ''], context) => channel(id, context)],
  [/<\/([\w -]{1,99}):\d+>/y, ([, name]) => tag(`/${name}`)],
  [/<a?:(\w{2,32}):\d+>/y, ([, name]) => `:${name}:`],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, seconds, style]) => timestamp(Number(seconds), style)],
  [/@(everyone|here)\b/y, ([text]) => tag(text)],
];

/** Links to a visible channel, except within a form. @param {string} id @param {Context} context */
function channel(id, { message }) {
  const known = view().channels.find((each) => each.id === id);
  if (!known) return tag('#no-access');
  if (!message) return tag(`#${known.name}`);
  return html`<button type="button" class="mention" onClick=${() => openChannel(id)}>${`#${known.name}`}</button>`;
}
