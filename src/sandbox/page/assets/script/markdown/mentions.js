import { make } from '../dom.js';
import { timestamp } from './times.js';

const tag = (text, properties = {}) => make('span', { className: 'mention', ...properties }, text);

/** Rules for mentions, emoji and times: https://discord.com/developers/docs/reference#message-formatting */
export const mentions = [
  [/<@!?(\d{17,20})>/y, ([, id], { view }) => tag(`@${view.names[id] ?? 'unknown-user'}`)],
  [
    /<@&(\d{17,20})>/y,
    ([, id], { view }) => {
      const role = view.roles.find((each) => each.id === id);
      return tag(`@${role?.name ?? 'deleted-role'}`, { color: role?.color });
    },
  ],
  [/<#(\d{17,20})>/y, ([, id], context) => channel(id, context)],
  [/<\/([\w -]{1,99}):\d+>/y, ([, name]) => tag(`/${name}`)],
  [/<a?:(\w{2,32}):\d+>/y, ([, name]) => `:${name}:`],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, seconds, style]) => timestamp(Number(seconds), style)],
  [/@(everyone|here)\b/y, ([text]) => tag(text)],
];

/** Links to a visible channel, except within a form. */
function channel(id, { view, act }) {
  const known = view.channels.find((each) => each.id === id);
  if (!known) return tag('#no-access');
  if (!act) return tag(`#${known.name}`);
  return make(
    'button',
    { type: 'button', className: 'mention', on: { click: () => act.open(id) } },
    `#${known.name}`,
  );
}
