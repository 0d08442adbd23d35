import { ask } from '../api.js';
import { pill } from '../avatar.js';
import { find, keep, make } from '../dom.js';

/** How often is looked for what no change of the community tells of, in milliseconds. */
const INTERVAL = 5_000;

const EVENTS = {
  membership_went_valid: 'membership began',
  membership_went_invalid: 'membership ended',
  membership_cancel_at_period_end_changed: 'renewal switched on or off',
};

const STEPS = {
  happened: 'in the shop',
  stored: 'the bot heard of it, and stored it',
  worked: 'it looked at the membership again',
};

const CHANGED = { role_given: 'got ', role_taken: 'lost ' };

/** The way of each purchase from the shop to the role, with the time that each step took. */
export function openJourneys() {
  let newest;
  let timer;
  const refresh = async () => {
    clearTimeout(timer);
    try {
      show(await ask('GET', '/journeys'));
    } catch {
      // It is looked again soon; what is shown stays true.
    }
    timer = setTimeout(refresh, INTERVAL);
  };
  return ({ activity }) => {
    if (activity[0]?.id === newest && timer) return;
    newest = activity[0]?.id;
    clearTimeout(timer);
    // The bot writes down what it did after it is seen.
    timer = setTimeout(refresh, 250);
  };
}

function show(journeys) {
  const none = { id: 'none' };
  keep(find('#journeys'), journeys.length > 0 ? journeys : [none], {
    key: ({ id }) => id,
    build: (journey) =>
      journey === none ? make('li', { className: 'quiet' }, 'Nothing has been bought yet.') : toItem(journey),
  });
}

function toItem({ event, who, steps }) {
  const [first] = steps;
  const last = steps.findLast(({ kind }) => CHANGED[kind]);
  const isDone = last !== undefined;
  const all = isDone ? Date.parse(last.at) - Date.parse(first.at) : 0;
  return make(
    'li',
    { className: 'journey' },
    make(
      'p',
      { className: 'journey-head' },
      make('span', {}, make('strong', {}, who ?? 'Somebody without a chat account'), `: ${EVENTS[event]}`),
      isDone && make('span', { className: 'total' }, duration(all)),
    ),
    make(
      'ol',
      { className: 'steps' },
      steps.map((step, index) => toStep(step, steps[index - 1], index === steps.length - 1)),
    ),
  );
}

function toStep(step, before, isLast) {
  const { kind, at } = step;
  const text = textOf(step, isLast);
  const time = new Date(at);
  return make(
    'li',
    { className: kind },
    make('span', {}, text),
    make(
      'time',
      { className: 'quiet', dateTime: at, title: time.toLocaleString() },
      before ? `+ ${duration(Date.parse(at) - Date.parse(before.at))}` : time.toLocaleTimeString(),
    ),
  );
}

function textOf({ kind, role, tried, waited }, isLast) {
  if (waited) return waiting(waited, isLast);
  if (tried) return sentence(tried, role);
  return role ? [CHANGED[kind], pill(role)] : STEPS[kind];
}

/** That the bot can't see the member, and so doesn't know what to change. */
function waiting({ times, status }, isLast) {
  const answer = status === null ? 'no answer came' : `answered ${status}`;
  const tries = times === 1 ? 'tried once' : `tried ${times} times`;
  return `${isLast ? 'waiting' : 'waited'} to see the member: ${answer}, ${tries}`;
}

/** What the bot asked for, and what came of it where that is not what it seems. */
function sentence({ deed, status, isDone }, role) {
  const asked = [`asked to ${deed} `, deed === 'change' ? 'the roles' : role ? pill(role) : 'a role'];
  const answer = status === null ? 'no answer came' : `answered ${status}`;
  const isCalledDone = status !== null && status < 300;
  return [...asked, `: ${answer}`, isCalledDone && ', nothing changed', isDone && ', though it was done'];
}

/** In the unit that fits. Of two clocks the later one may be behind by a moment. */
function duration(milliseconds) {
  const span = Math.max(0, milliseconds);
  if (span < 1_000) return `${span} ms`;
  return span < 120_000 ? `${(span / 1_000).toFixed(1)} s` : `${Math.round(span / 60_000)} min`;
}
