import { make, pill, refill } from './dom.js';

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

/** The newest entry that was already told; undefined before the first look. */
let newest;

/** Shows what happened, newest first, and says what is new to those who listen instead of look. */
export function showActivity(view) {
  const items = view.activity.map((entry) =>
    make(
      'li',
      { className: `${entry.kind}${isNews(entry) ? ' is-new' : ''}` },
      make('span', { className: 'sign', ariaHidden: 'true' }, SIGNS[entry.kind]),
      make(
        'div',
        {},
        make('p', {}, ...sentence(entry)),
        make('p', { className: 'quiet' }, ...footnote(entry, view)),
      ),
    ),
  );
  const empty = make(
    'li',
    { className: 'empty quiet' },
    'Nothing has happened yet. Buy something, or let somebody join.',
  );
  refill(document.querySelector('#activity'), ...(items.length > 0 ? items : [empty]));
  const news = newest === undefined ? [] : view.activity.filter(isNews);
  if (news.length > 0)
    document.querySelector('#news').textContent = news
      .map((entry) => make('p', {}, ...sentence(entry)).textContent)
      .join('. ');
  newest = view.activity[0]?.id ?? '0';
}

// Ids grow with time; they are too long for numbers.
function isNews(entry) {
  return newest !== undefined && BigInt(entry.id) > BigInt(newest);
}

function sentence(entry) {
  const who = make('strong', {}, entry.who ?? entry.by ?? 'Somebody');
  const role = entry.role && pill(entry.role);
  switch (entry.kind) {
    case 'joined':
      return [who, ' joined'];
    case 'left':
      return [who, ' left'];
    case 'kicked':
      return [who, ' was removed'];
    case 'member_changed':
      return [who, ' was changed'];
    case 'role_given':
      return [who, ' got ', role];
    case 'role_taken':
      return [who, ' lost ', role];
    case 'role_created':
      return [who, ' made the role ', role];
    case 'role_changed':
      return [who, ' changed the role ', role];
    default:
      return [who, ' deleted the role ', role];
  }
}

function footnote(entry, view) {
  const at = new Date(entry.at);
  const time = make('time', { dateTime: entry.at, title: at.toLocaleString() }, at.toLocaleTimeString());
  const by = entry.who && entry.by !== entry.who && `by ${entry.by ?? view.bot.name}`;
  return [time, by && ` · ${by}`, entry.reason && ` · ${entry.reason}`].filter(Boolean);
}
