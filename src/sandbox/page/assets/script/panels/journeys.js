/** @import { Journey, Step } from '../../../journeys.ts' */
import { ask } from '../api.js';
import { pill } from '../avatar.js';
import { plural } from '../plural.js';
import { usePolled } from '../polled.js';
import { html } from '../preact.js';
import { page, update, view } from '../store.js';

/** Polling interval in milliseconds, for steps that change nothing in the community. */
const INTERVAL = 5_000;
/** Wait in milliseconds: the bot records its work shortly after the change is visible. */
const DELAY = 250;

/** @type {Record<string, string>} */
const EVENTS = {
  membership_went_valid: 'membership began',
  membership_went_invalid: 'membership ended',
  membership_cancel_at_period_end_changed: 'renewal turned on or off',
};

/** @type {Record<string, string>} */
const STEPS = {
  happened: 'in the shop',
  stored: 'the bot received the event and stored it',
  worked: 'the bot checked the membership again',
};

/** @type {Record<string, string>} */
const CHANGED = { role_given: 'got ', role_taken: 'lost ' };

/** Renders the path of each purchase from the shop to the role, with the duration of each step. */
export function Journeys() {
  /** @type {() => Promise<Journey[]>} */
  const load = () => ask('GET', '/journeys');
  usePolled(load, (journeys) => update({ journeys }), [view().activity[0]?.id], {
    interval: INTERVAL,
    delay: DELAY,
  });
  return html`<ol id="journeys" class="journeys">
    ${page.journeys?.map(toItem)}
    ${page.journeys?.length === 0 && html`<li class="quiet">Nothing has been bought yet.</li>`}
  </ol>`;
}

/** @param {Journey} journey */
function toItem({ id, event, who, steps }) {
  const last = steps.findLast(({ kind }) => CHANGED[kind]);
  const total = last && html`<span class="total">${duration(steps[0], last)}</span>`;
  return html`<li class="journey" key=${id}>
    <p class="journey-head">
      <span><strong>${who ?? 'Buyer without a chat account'}</strong>: ${EVENTS[event]}</span>${total}
    </p>
    <ol class="steps">
      ${steps.map((step, index) => toStep(step, steps[index - 1], index === steps.length - 1))}
    </ol>
  </li>`;
}

/** @param {Step} step @param {Step | undefined} before @param {boolean} isLast */
function toStep(step, before, isLast) {
  const time = new Date(step.at);
  return html`<li class=${step.kind}>
    <span>${textOf(step, isLast)}</span>
    <time class="quiet" datetime=${step.at} title=${time.toLocaleString()}>
      ${before ? `+ ${duration(before, step)}` : time.toLocaleTimeString()}
    </time>
  </li>`;
}

/** @param {Step} step @param {boolean} isLast */
function textOf({ kind, role, tried, waited }, isLast) {
  if (waited) {
    // The bot can't read the member, and therefore can't change them.
    const tries = plural(waited.times, 'tried once', `tried ${waited.times} times`);
    return `${isLast ? 'waiting' : 'waited'} to read the member: ${answered(waited)}, ${tries}`;
  }
  if (!tried) return role ? [CHANGED[kind], pill(role)] : STEPS[kind];
  const { deed, status, isDone } = tried;
  // The outcome may differ from the answer.
  const isCalledDone = status !== null && status < 300;
  const what = deed === 'change' ? 'the roles' : role ? pill(role) : 'a role';
  const end = [isCalledDone && ', but nothing changed', isDone && ', but it was done'];
  return [`asked to ${deed} `, what, `: ${answered(tried)}`, end];
}

/** @param {{ status: number | null }} answer */
const answered = ({ status }) => (status === null ? 'no answer' : `answered ${status}`);

/**
 * Formats a duration. It is never negative, although the times may come from different clocks.
 * @param {Step | undefined} from
 * @param {Step} to
 */
function duration(from, to) {
  const span = Math.max(0, Date.parse(to.at) - Date.parse(from?.at ?? to.at));
  if (span < 1_000) return `${span} ms`;
  return span < 120_000 ? `${(span / 1_000).toFixed(1)} s` : `${Math.round(span / 60_000)} min`;
}
