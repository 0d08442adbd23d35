/** @import { Role } from '../../../view/index.ts' */
/** @typedef {{ id: string, to: number, isDone: boolean }} Move */
import { tell } from '../api.js';
import { pill } from '../avatar.js';
import { h, html, useState } from '../preact.js';
import { update, view } from '../store.js';

/** Time within which a view with a completed move arrives, in milliseconds. */
const SOON = 1_000;

/** Our own moves that the view may lack, and the role that is being dragged. @type {Move[]} */
let moves = [];
/** @type {Move | undefined} */
let dragged;
/** The view that was rendered last. */
let shown = {};
/** @type {Promise<unknown>} */
let sent = Promise.resolve();

/** The roles of the view, after our own moves. */
const latest = () => moves.reduce(moved, view().roles);

/** @param {readonly Role[]} roles @param {Move} move */
function moved(roles, { id, to }) {
  const role = roles.find((each) => each.id === id);
  return role ? roles.filter((each) => each !== role).toSpliced(to, 0, role) : roles;
}

/** @param {Role} role */
const indexOf = ({ id }) => latest().findIndex((each) => each.id === id);

/** Renders the roles. They are dragged by their handles, or moved with the arrow keys. */
export function Roles() {
  if (shown !== view()) moves = moves.filter(({ isDone }) => !isDone);
  shown = view();
  const roles = dragged ? moved(latest(), dragged) : latest();
  return html`<ol id="roles" class="roles">${roles.map(toItem)}</ol>`;
}

/** @param {Role} role */
function toItem(role) {
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    void place(role, indexOf(role) + step);
  };
  const classes = [role.isBots && 'is-bots', dragged?.id === role.id && 'is-dragged'];
  return html`<li key=${role.id} class=${classes.filter(Boolean).join(' ')}>
    <button type="button" class="handle" aria-label=${`Move ${role.name}: arrow up or down`} data-key=${`role-${role.id}`}
      onPointerDown=${(/** @type {PointerEvent} */ event) => drag(role, event)} onKeyDown=${onKeyDown}>⠿</button>
    <span class="role">${pill(role)}<span class="quiet">${note(role)}</span></span>
    ${!role.managed && h(Remover, { role })}
  </li>`;
}

/** @param {Role} role @param {number} to */
async function place(role, to) {
  if (to < 0 || to >= latest().length) return;
  const move = { id: role.id, to, isDone: false };
  moves.push(move);
  const before = view();
  update();
  // Send moves one after the other: each starts from the result of the one before.
  const mine = sent.then(() => tell('PUT', `/roles/${role.id}/place`, { place: to }));
  sent = mine;
  move.isDone = await mine;
  const drop = () => {
    moves = moves.filter((each) => each !== move);
    update();
  };
  if (!move.isDone) return drop();
  update({ moved: `${role.name} is now ${to + 1} of ${latest().length}` });
  // A view that arrived during the request may already include the move, and no further view need follow. Keeping the
  // move could then hide later changes by others.
  if (view() !== before) setTimeout(drop, SOON);
}

/** Drags a role. @param {Role} role @param {PointerEvent} start */
function drag(role, { button, currentTarget }) {
  const item = currentTarget instanceof Element ? currentTarget.closest('li') : null;
  if (button !== 0 || !item) return;
  const move = { id: role.id, to: indexOf(role), isDone: false };
  dragged = move;
  update();
  // Listen on the window: a handle that moves with its row would lose the captured pointer.
  const over = new AbortController();
  const options = { signal: over.signal };
  /** @param {PointerEvent} event */
  const end = ({ type }) => {
    over.abort();
    dragged = undefined;
    if (type === 'pointerup' && move.to !== indexOf(role)) void place(role, move.to);
    else update();
  };
  addEventListener('pointerup', end, options);
  addEventListener('pointercancel', end, options);
  addEventListener(
    'pointermove',
    ({ clientY }) => {
      const others = [...(item.parentElement?.children ?? [])].filter((other) => other !== item);
      const next = others.findIndex((other) => {
        const { top, height } = other.getBoundingClientRect();
        return clientY < top + height / 2;
      });
      const to = next < 0 ? others.length : next;
      if (to === move.to) return;
      move.to = to;
      update();
    },
    options,
  );
}

/** @param {Role} role */
function note({ isBots, managed, isLinked, canBeGiven }) {
  if (isBots) return 'the bot’s own role';
  if (managed) return 'managed by the platform';
  if (isLinked) return 'linked role';
  return canBeGiven ? 'the bot can give it' : 'above the bot';
}

/**
 * Renders the delete button. It needs a second click, since deleting a role removes it from all its holders.
 * @param {{ role: Role }} props
 */
function Remover({ role: { id, name } }) {
  const [isSure, setSure] = useState(false);
  const click = () => (isSure ? tell('DELETE', `/roles/${id}`) : setSure(true));
  return html`<button type="button" class="text" aria-label=${`${isSure ? 'Really delete' : 'Delete'} ${name}`}
    data-key=${`delete-${id}`} onClick=${click} onBlur=${() => setSure(false)}>${isSure ? 'Delete?' : '×'}</button>`;
}
