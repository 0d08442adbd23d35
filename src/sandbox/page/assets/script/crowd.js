import { ask } from './api.js';
import { button, find, make } from './dom.js';

/** Pause in typing before the search starts, in milliseconds. */
const PAUSE = 150;

/** The search, and the page of members found; undefined if the view lists all members. */
const wanted = { find: '', page: 0 };
let found;

/** Returns the listed members: the found page, or all. */
export const listed = (view) => found?.members ?? view.members;

/**
 * Opens the search for members and the paging of large guilds.
 * @returns a function to call with each new view
 */
export function openCrowd(show) {
  const input = find('#find-member');
  let view;
  let timer;
  let turn = 0;

  const look = async () => {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const isAsked = wanted.find !== '' || view.memberCount > view.members.length;
    const answer =
      isAsked && (await ask('GET', `/members?${new URLSearchParams(wanted)}`).catch(() => found));
    // Ignore an answer if a newer request was sent.
    if (mine !== turn) return;
    found = answer || undefined;
    showPages(found, (page) => {
      wanted.page = page;
      void look();
    });
    show(view);
  };
  input.addEventListener('input', () => {
    Object.assign(wanted, { find: input.value.trim(), page: 0 });
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  return (next) => {
    view = next;
    show(view);
    void look();
  };
}

function showPages(page, turnTo) {
  const nav = find('#member-pages');
  nav.hidden = !page || page.count <= page.size;
  if (nav.hidden) return;
  const { count, size } = page;
  const first = wanted.page * size;
  const last = Math.min(first + size, count);
  const shown = `${first} ${last} ${count}`;
  // Leave unchanged buttons in place: the user may be about to press one.
  if (nav.dataset.shown === shown) return;
  nav.dataset.shown = shown;
  const focus = nav.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const step = (text, by, isOver) =>
    button(text, () => turnTo(wanted.page + by), {
      className: 'secondary',
      disabled: isOver,
      dataset: { key: text },
    });
  nav.replaceChildren(
    step('Back', -1, first === 0),
    make('span', { className: 'quiet' }, `${first + 1}–${last} of ${count.toLocaleString('en')}`),
    step('Next', 1, last === count),
  );
  if (focus) nav.querySelector(`[data-key="${focus}"]`)?.focus();
}
