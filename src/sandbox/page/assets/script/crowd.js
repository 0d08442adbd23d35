import { ask } from './api.js';
import { button, find, make } from './dom.js';

/** After a key, so many milliseconds pass before what was typed is looked for. */
const PAUSE = 150;

/** What is looked for, and the page of it that was found; undefined where the view has everybody. */
const wanted = { find: '', page: 0 };
let found;

/** The members that are listed: everybody, or the page that is looked at. */
export const listed = (view) => found?.members ?? view.members;

/**
 * Lets one look for members by name, and turn the pages of a crowd.
 * @returns what is told each new view
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
    // Of two that were asked for, the later one counts.
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
  // What stays as it was is left alone: somebody may be about to press it.
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
