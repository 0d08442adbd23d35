import { tell } from '../api.js';
import { pill } from '../avatar.js';
import { button, confirm, find, keep, make } from '../dom.js';

/** Time within which a view with a completed move arrives, in milliseconds. */
const SOON = 1_000;

/** Opens the list of roles. They are dragged by their handles, or moved with the arrow keys. */
export function openRoles() {
  const list = find('#roles');
  let isDragging = false;
  /** `told`: the roles of the last view. `latest`: the same with our own `moves` that the view may lack. */
  let told = [];
  let latest = [];
  let moves = [];
  let views = 0;
  let sent = Promise.resolve();

  const place = async (role, to) => {
    if (to < 0 || to >= latest.length) return;
    const move = { id: role.id, to, isDone: false };
    moves.push(move);
    const before = views;
    show();
    // Send moves one after the other: each starts from the result of the one before.
    sent = sent.then(() => tell('PUT', `/roles/${role.id}/place`, { place: to }));
    move.isDone = await sent;
    if (!move.isDone) return drop(move);
    confirm(`${role.name} is now ${to + 1} of ${latest.length}`);
    // A view that arrived during the request may already include the move, and no further view need follow. Keeping the
    // move could then hide later changes by others.
    if (views !== before) setTimeout(() => drop(move), SOON);
  };
  const drop = (move) => {
    moves = moves.filter((each) => each !== move);
    show();
  };
  const indexOf = ({ id }) => latest.findIndex((role) => role.id === id);

  const drag = (role, item) => (start) => {
    if (start.button !== 0) return;
    isDragging = true;
    item.classList.add('is-dragged');
    // Listen on the window: a handle that moves with its row would lose the captured pointer.
    const over = new AbortController();
    const move = ({ clientY }) => {
      const others = [...list.children].filter((other) => other !== item);
      const next = others.find((other) => {
        const { top, height } = other.getBoundingClientRect();
        return clientY < top + height / 2;
      });
      if (item.nextElementSibling !== (next ?? null)) list.insertBefore(item, next ?? null);
    };
    const end = ({ type }) => {
      over.abort();
      item.classList.remove('is-dragged');
      const to = [...list.children].indexOf(item);
      isDragging = false;
      if (type === 'pointerup' && to !== indexOf(role)) return place(role, to);
      show();
    };
    const options = { signal: over.signal };
    addEventListener('pointermove', move, options);
    addEventListener('pointerup', end, options);
    addEventListener('pointercancel', end, options);
  };

  const build = (role) => {
    const handle = make(
      'button',
      {
        type: 'button',
        className: 'handle',
        ariaLabel: `Move ${role.name}: arrow up or down`,
        dataset: { key: `role-${role.id}` },
      },
      '⠿',
    );
    const item = make(
      'li',
      { className: role.isBots ? 'is-bots' : '' },
      handle,
      make('span', { className: 'role' }, pill(role), make('span', { className: 'quiet' }, note(role))),
      !role.managed && remover(role),
    );
    handle.addEventListener('pointerdown', drag(role, item));
    handle.addEventListener('keydown', (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      void place(role, indexOf(role) + step);
    });
    return item;
  };
  const show = () => {
    latest = moves.reduce(moved, told);
    if (isDragging) return;
    const focus = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    keep(list, latest, { key: ({ id }) => id, build });
    if (focus && !list.contains(document.activeElement))
      list.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  };
  return (roles) => {
    told = roles;
    views += 1;
    moves = moves.filter(({ isDone }) => !isDone);
    show();
  };
}

function moved(roles, { id, to }) {
  const role = roles.find((each) => each.id === id);
  const others = roles.filter((each) => each !== role);
  return role ? others.toSpliced(to, 0, role) : others;
}

function note({ isBots, managed, isLinked, canBeGiven }) {
  if (isBots) return 'the bot’s own role';
  if (managed) return 'managed by the platform';
  if (isLinked) return 'linked role';
  return canBeGiven ? 'the bot can give it' : 'above the bot';
}

/** Creates the delete button. It needs a second click, since deleting a role removes it from all its holders. */
function remover(role) {
  let isSure = false;
  const element = button(
    '×',
    () => {
      if (isSure) return void tell('DELETE', `/roles/${role.id}`);
      isSure = true;
      element.textContent = 'Delete?';
      element.ariaLabel = `Really delete ${role.name}`;
    },
    { className: 'text', ariaLabel: `Delete ${role.name}`, dataset: { key: `delete-${role.id}` } },
  );
  element.addEventListener('blur', () => {
    isSure = false;
    element.textContent = '×';
    element.ariaLabel = `Delete ${role.name}`;
  });
  return element;
}
