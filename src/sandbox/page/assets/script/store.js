/** @import { State } from './types.ts' */
import { focusOn } from './preact.js';
import { createTimer } from './timer.js';

export const isPhone = () => matchMedia('(max-width: 47.99rem)').matches;

/** The state of the page. Components read it while they render; `update` changes it. @type {State} */
export const page = {
  view: undefined,
  connection: 'Connecting…',
  tab: isPhone() ? 'chat' : 'shop',
  found: undefined,
  shop: undefined,
  journeys: undefined,
  profile: undefined,
  form: undefined,
  isJoining: false,
  waiting: [],
  dismissed: [],
  news: '',
  moved: '',
  trouble: '',
};

/** Returns the view. Everything but the page's frame is rendered only once there is one. */
export function view() {
  if (!page.view) throw new Error('There is no view yet.');
  return page.view;
}

let draw = () => {};

/** Sets the function that renders the page. @param {() => void} render */
export function onUpdate(render) {
  draw = render;
}

/**
 * Changes the state and renders the page. An element with a `data-key` keeps the focus when it is moved or replaced.
 * @param {Partial<State>} changes
 */
export function update(changes = {}) {
  Object.assign(page, changes);
  const focus =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined;
  draw();
  if (focus === undefined || document.activeElement !== document.body) return;
  focusOn(document.querySelector(`[data-key="${CSS.escape(focus)}"]`));
}

const later = createTimer();

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Shows an error for a few seconds. @param {unknown} error */
export function complain(error) {
  update({ trouble: messageOf(error) });
  later(8_000, () => update({ trouble: '' }));
}
