import { ask } from '../api.js';
import { pill } from '../avatar.js';
import { find, keep, make } from '../dom.js';

/** Polling interval in milliseconds, for steps that change nothing in the community. */
const INTERVAL = 5_000;

const EVENTS = {
  membership_went_valid: 'membership began',
  membership_went_invalid: 'membership ended',
  membership_cancel_at_period_end_changed: 'renewal turned on or off',
};

const STEPS = {
  happened: 'in the shop',
  stored: 'the bot received the event and stored it',
  worked: 'the bot checked the membership again',
};

const CHANGED = { role_given: 'got ', role_taken: 'lost ' };

/** Opens the timeline: the path of each purchase from the shop to the role, with the duration of each step. */
export function openJourneys() {
  let newest;
  let timer;
  const refresh = async () => {
    clearTimeout(timer);
    try {
      show(await ask('GET', '/journeys'));
    } catch {
      // Keep what is shown; the next attempt follows soon.
    }
    timer = setTimeout(refresh, INTERVAL);
  };
  return ({ activity }) => {
    if (activity[0]?.id === newest && timer) return;
    newest = activity[0]?.id;
    clearTimeout(timer);
    // Wait: the bot records its work shortly after the change is visible.
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
      make('span', {}, make('strong', {}, who ?? 'Buyer without a chat account'), `: ${EVENTS[event]}`),
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

/** Describes the wait for a member that the bot can't read, and therefore can't change. */
function waiting({ times, status }, isLast) {
  const answer = status === null ? 'no answer' : `answered ${status}`;
  const tries = times === 1 ? 'tried once' : `tried ${times} times`;
  return `${isLast ? 'waiting' : 'waited'} to read the member: ${answer}, ${tries}`;
}

/** Describes a request by the bot, and whether its outcome differs from the answer. */
function sentence({ deed, status, isDone }, role) {
  const asked = [`asked to ${deed} `, deed === 'change' ? 'the roles' : role ? pill(role) : 'a role'];
  const answer = status === null ? 'no answer' : `answered ${status}`;
  const isCalledDone = status !== null && status < 300;
  return [...asked, `: ${answer}`, isCalledDone && ', but nothing changed', isDone && ', but it was done'];
}

/** Formats a duration. It is never negative, although the times may come from different clocks. */
function duration(milliseconds) {
  const span = Math.max(0, milliseconds);
  if (span < 1_000) return `${span} ms`;
  return span < 120_000 ? `${(span / 1_000).toFixed(1)} s` : `${Math.round(span / 60_000)} min`;
}
