import { pill } from '../avatar.js';
import { find, keep, make } from '../dom.js';

const SIGNS = {
  joined: '→',
  left: '←',
  kicked: '←',
  member_changed: '✎',
  role_given: '+',
  role_taken: '−',
  role_created: '★',
  role_changed: '✎',
  role_deleted: '×',
};

/** Id of the newest announced entry; undefined before the first view. */
let newest;

/** Shows the activity, newest first, and announces new entries to screen readers. */
export function showActivity({ activity, bot }, announce) {
  const fresh = newest === undefined ? [] : activity.filter(({ id }) => BigInt(id) > BigInt(newest));
  const news = new Set(fresh.map(({ id }) => id));
  const none = { id: 'none' };
  keep(find('#activity'), activity.length > 0 ? activity : [none], {
    key: ({ id }) => id,
    build: (entry) =>
      entry === none
        ? make('li', { className: 'quiet' }, 'Nothing has happened yet. Buy something, or let someone join.')
        : toItem(entry, news.has(entry.id), bot),
  });
  if (fresh.length > 0) announce(fresh.map((entry) => make('p', {}, sentence(entry)).textContent).join('. '));
  newest = activity[0]?.id ?? newest ?? '0';
}

const toItem = (entry, isNew, bot) =>
  make(
    'li',
    { className: `${entry.kind}${isNew ? ' is-new' : ''}` },
    make('span', { className: 'sign', attrs: { 'aria-hidden': 'true' } }, SIGNS[entry.kind]),
    make('div', {}, make('p', {}, sentence(entry)), make('p', { className: 'quiet' }, footnote(entry, bot))),
  );

function sentence({ who, by, role, kind }) {
  const name = make('strong', {}, who ?? by ?? 'Somebody');
  const shown = role && pill(role);
  switch (kind) {
    case 'joined':
      return [name, ' joined'];
    case 'left':
      return [name, ' left'];
    case 'kicked':
      return [name, ' was removed'];
    case 'member_changed':
      return [name, ' was changed'];
    case 'role_given':
      return [name, ' got ', shown];
    case 'role_taken':
      return [name, ' lost ', shown];
    case 'role_created':
      return [name, ' created the role ', shown];
    case 'role_changed':
      return [name, ' changed the role ', shown];
    default:
      return [name, ' deleted the role ', shown];
  }
}

function footnote({ at, who, by, reason }, bot) {
  const time = new Date(at);
  const shown = make('time', { dateTime: at, title: time.toLocaleString() }, time.toLocaleTimeString());
  const cause = who && by !== who && ` · by ${by ?? bot.name}`;
  return [shown, cause, reason && ` · ${reason}`];
}
