import { avatar } from './avatar.js';
import { button, find, keep, make } from './dom.js';

/** Ids of the newest messages seen; keys are `member channel`. */
const seen = new Map();

/** Shows the channels that the chosen member sees, marks new messages, and offers to join or leave the server. */
export function showChannels(view, act) {
  const { you, channels, direct, channel, bot } = view;
  const isNews = (each) => {
    const place = `${you?.id} ${each.id}`;
    if (!seen.has(place) || each.id === channel?.id) seen.set(place, each.latest);
    return each.latest !== null && seen.get(place) !== each.latest;
  };
  const item = (each) => ({ ...each, isOpen: each.id === channel?.id, isNews: isNews(each) });

  keep(find('#channel-list'), channels.map(item), {
    key: ({ id }) => id,
    build: ({ latest: _, ...each }) =>
      row(each, [sign(each.isPrivate ? '⚷' : '#'), make('span', {}, each.name)], () => act.open(each.id)),
  });
  const talks = you ? [direct ? item(direct) : { id: 'new', isOpen: false, isNews: false }] : [];
  keep(find('#direct-list'), talks, {
    key: ({ id }) => id,
    build: (each) =>
      row(each, [avatar({ ...bot, bot: true }), make('span', {}, bot.name)], () =>
        direct ? act.open(direct.id) : act.writeToBot(),
      ),
  });
  keep(find('#door'), you ? [you] : [], {
    key: ({ id }) => id,
    build: (person) => door(person, view.name, act),
  });
}

const sign = (text) => make('span', { className: 'sign', attrs: { 'aria-hidden': 'true' } }, text);

function row({ id, isOpen, isNews }, content, onClick) {
  const news =
    isNews && make('span', { className: 'news' }, make('span', { className: 'unseen' }, 'new messages'));
  return make(
    'li',
    {},
    make(
      'button',
      {
        type: 'button',
        className: `channel${isNews ? ' has-news' : ''}`,
        dataset: { key: `channel-${id}` },
        attrs: { 'aria-current': isOpen ? 'true' : undefined },
        on: { click: onClick },
      },
      content,
      news,
    ),
  );
}

function door(you, guildName, act) {
  const who = make(
    'div',
    { className: 'self' },
    avatar(you),
    make(
      'span',
      { className: 'who' },
      make('span', { className: 'name', color: you.color }, you.name),
      make('span', { className: 'quiet' }, `@${you.username}`),
    ),
  );
  // Both buttons share one key, so that replacing one with the other keeps the focus.
  const dataset = { key: 'door' };
  const way = you.isMember
    ? !you.isOwner && button('Leave the server', () => act.leave(you.id), { className: 'secondary', dataset })
    : button(`Join ${guildName}`, () => act.comeBack(you.id), { dataset });
  return make('div', { className: 'door' }, who, way);
}
