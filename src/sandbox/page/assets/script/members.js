/** @import { Member } from '../../view/index.ts' */
/** @import { MemberPage } from './types.ts' */
import { ask } from './api.js';
import { avatar, colored } from './avatar.js';
import { usePolled } from './polled.js';
import { html, useState } from './preact.js';
import { page, update, view } from './store.js';
import { createTimer } from './timer.js';

/** Pause in typing before the search starts, in milliseconds. */
const PAUSE = 150;

/** Renders the members, with a search, and with pages if they are many. */
export function Members() {
  const [wanted, want] = useState({ find: '', page: 0 });
  const [later] = useState(createTimer);
  const { memberCount, members } = view();
  const isAsked = wanted.find !== '' || memberCount > members.length;
  const path = `/members?find=${encodeURIComponent(wanted.find)}&page=${wanted.page}`;
  /** @type {() => Promise<MemberPage | undefined>} */
  const load = async () => (isAsked ? ask('GET', path) : undefined);
  usePolled(load, (found) => found !== page.found && update({ found }), [view(), path], {});
  const { found } = page;
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const onInput = ({ currentTarget }) =>
    later(PAUSE, () => want({ find: currentTarget.value.trim(), page: 0 }));
  return html`<section id="members" class="panel" role="tabpanel" aria-labelledby="tab-members" tabindex="-1">
    <label for="find-member" class="unseen">Find a member</label>
    <input id="find-member" type="search" placeholder="Find a member" maxlength="100" autocomplete="off" onInput=${onInput} />
    <div id="member-groups">${groups(found?.members ?? members)}</div>
    ${found && pages(found, wanted.page, (next) => want({ ...wanted, page: next }))}
  </section>`;
}

/** Renders the members by their highest hoisted role, as on the platform. @param {readonly Member[]} members */
function groups(members) {
  const apart = view().roles.filter(({ hoist }) => hoist);
  /** @param {Member} member */
  const groupOf = (member) => apart.find(({ id }) => member.roles.includes(id));
  const found = [...apart, undefined]
    .map((role) => ({ role, held: members.filter((member) => groupOf(member)?.id === role?.id) }))
    .filter(({ held }) => held.length > 0);
  if (found.length === 0) return html`<section><p class="quiet">No member has that name.</p></section>`;
  return found.map(
    ({ role, held }) => html`<section key=${role?.id}>
      <h3>${role?.name ?? 'Members'}<span class="count">${held.length}</span></h3>
      <ul>${held.map(row)}</ul>
    </section>`,
  );
}

/** @param {Member} member */
function row(member) {
  const { bot, you } = view();
  const notes = [member.isOwner && 'owner', member.pending && 'has not accepted the rules'].filter(Boolean);
  const note = member.bot ? (bot.online ? 'online' : 'offline') : notes.join(', ');
  const isYou = member.id === you?.id;
  const classes = ['member', isYou && 'is-you', member.bot && !bot.online && 'is-offline'];
  return html`<li key=${member.id}>
    <button type="button" class=${classes.filter(Boolean).join(' ')} data-key=${`member-${member.id}`}
      onClick=${() => update({ profile: member.id })}>
      ${avatar(member)}
      <span class="who">${colored(member)}${note && html`<span class="quiet">${note}</span>`}</span>
      ${member.bot && html`<span class="tag">APP</span>`}
      ${isYou && html`<span class="tag is-you">you</span>`}
    </button>
  </li>`;
}

/** @param {MemberPage} found @param {number} at @param {(page: number) => void} turnTo */
function pages({ count, size }, at, turnTo) {
  const first = at * size;
  const last = Math.min(first + size, count);
  /** @param {string} text @param {number} to @param {boolean} isOver */
  const step = (text, to, isOver) => html`<button type="button" class="secondary" disabled=${isOver}
    data-key=${text} onClick=${() => turnTo(to)}>${text}</button>`;
  return html`<nav id="member-pages" class="pages" aria-label="Pages of members" hidden=${count <= size}>
    ${step('Back', at - 1, first === 0)}
    <span class="quiet">${`${first + 1}–${last} of ${count.toLocaleString('en')}`}</span>
    ${step('Next', at + 1, last === count)}
  </nav>`;
}
