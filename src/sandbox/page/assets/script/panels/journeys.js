import { ask } from '../api.js';
import { pill } from '../avatar.js';
import { find, keep, make } from '../dom.js';

/** How often is looked for what no change of the community tells of, in milliseconds. */
const INTERVAL = 5_000;

const EVENTS = {
  membership_went_valid: 'membership began',
  membership_went_invalid: 'membership ended',
};

const STEPS = {
  happened: 'in the shop',
  stored: 'the bot heard of it, and stored it',
  worked: 'it looked at the membership again',
};

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
  const last = steps.at(-1);
  const isDone = last.role !== undefined;
  const all = Date.parse(last.at) - Date.parse(first.at);
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
      steps.map((step, index) => toStep(step, steps[index - 1])),
    ),
  );
}

function toStep({ kind, at, role }, before) {
  const text = role ? [kind === 'role_given' ? 'got ' : 'lost ', pill(role)] : STEPS[kind];
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

/** In the unit that fits. Of two clocks the later one may be behind by a moment. */
function duration(milliseconds) {
  const span = Math.max(0, milliseconds);
  if (span < 1_000) return `${span} ms`;
  return span < 120_000 ? `${(span / 1_000).toFixed(1)} s` : `${Math.round(span / 60_000)} min`;
}
