/** @import { ActivityItem } from '../../../view/index.ts' */
import { pill } from '../avatar.js';
import { html, useLayoutEffect, useRef } from '../preact.js';
import { update, view } from '../store.js';

/** Signs and words of the kinds of entries. @type {Record<ActivityItem['kind'], readonly [string, string]>} */
const KINDS = {
  joined: ['→', ' joined'],
  left: ['←', ' left'],
  kicked: ['←', ' was removed'],
  member_changed: ['✎', ' was changed'],
  role_given: ['+', ' got '],
  role_taken: ['−', ' lost '],
  role_created: ['★', ' created the role '],
  role_changed: ['✎', ' changed the role '],
  role_deleted: ['×', ' deleted the role '],
};

/** Renders the activity, newest first, and announces new entries to screen readers. */
export function Activity() {
  const { activity } = view();
  const newest = BigInt(activity[0]?.id ?? 0);
  const first = useRef(newest);
  const announced = useRef(newest);
  useLayoutEffect(() => {
    const fresh = activity.filter(({ id }) => BigInt(id) > announced.current);
    announced.current = newest;
    const news = fresh.map((entry) => `${nameOf(entry)}${KINDS[entry.kind][1]}${entry.role?.name ?? ''}`);
    if (news.length > 0) queueMicrotask(() => update({ news: news.join('. ') }));
  }, [newest]);
  const none = html`<li class="quiet">Nothing has happened yet. Buy something, or let someone join.</li>`;
  return html`<ol id="activity" class="activity">
    ${activity.length > 0 ? activity.map((entry) => toItem(entry, BigInt(entry.id) > first.current)) : none}
  </ol>`;
}

/** @param {ActivityItem} entry */
const nameOf = ({ who, by }) => who ?? by ?? 'Somebody';

/** @param {ActivityItem} entry @param {boolean} isNew */
function toItem(entry, isNew) {
  const { id, kind, at, who, by, reason, role } = entry;
  const [sign, did] = KINDS[kind];
  const time = new Date(at);
  return html`<li key=${id} class=${`${kind}${isNew ? ' is-new' : ''}`}>
    <span class="sign" aria-hidden="true">${sign}</span>
    <div>
      <p><strong>${nameOf(entry)}</strong>${did}${role && pill(role)}</p>
      <p class="quiet">
        <time datetime=${at} title=${time.toLocaleString()}>${time.toLocaleTimeString()}</time>
        ${who && by !== who && ` · by ${by ?? view().bot.name}`}${reason && ` · ${reason}`}
      </p>
    </div>
  </li>`;
}
