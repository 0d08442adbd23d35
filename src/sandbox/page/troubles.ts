import type { SandboxFault } from '../faults/fault.ts';
import type { Faults } from '../faults/switchboard.ts';

/** A fault with a name, for people who want to see what becomes of it. */
interface NamedFault {
  readonly name: string;
  readonly title: string;
  /** What to expect. */
  readonly text: string;
  readonly fault: SandboxFault;
}

const ROLE = '*/members/:user_id/roles/:role_id';

const NAMED: readonly NamedFault[] = [
  {
    name: 'down',
    title: 'The platform is down',
    text: 'Every call is answered with 500.',
    fault: { effect: { kind: 'answer', status: 500 } },
  },
  {
    name: 'hanging',
    title: 'It never answers',
    text: 'Calls hang until you switch this off.',
    fault: { effect: { kind: 'hang' } },
  },
  {
    name: 'cut-off',
    title: 'The connection breaks',
    text: 'Every call is cut off before an answer comes.',
    fault: { effect: { kind: 'reset' } },
  },
  {
    name: 'slow',
    title: 'It is slow',
    text: 'Every call takes two seconds longer.',
    fault: { effect: { kind: 'latency', milliseconds: 2_000 } },
  },
  {
    name: 'bad-gateway',
    title: 'Nobody behind the gateway',
    text: 'Every call is answered with 502, and nothing is done.',
    fault: { effect: { kind: 'answer', status: 502 } },
  },
  {
    name: 'turned-away',
    title: 'A proxy turns the bot away',
    text: 'Every call is answered with 403 and a web page, as by a firewall before the platform.',
    fault: { effect: { kind: 'answer', status: 403, html: true } },
  },
  {
    name: 'own-limit',
    title: 'The bot changes roles too fast',
    text: 'Its own limit is used up: each role change is answered with 429, try again in 5 seconds.',
    fault: { route: ROLE, effect: { kind: 'answer', status: 429, retryAfter: 5, scope: 'user' } },
  },
  {
    name: 'global-limit',
    title: 'The bot calls too often',
    text: 'Its limit for everything is used up: every call is answered with 429, try again in 5 seconds.',
    fault: { effect: { kind: 'answer', status: 429, retryAfter: 5, scope: 'global' } },
  },
  {
    name: 'too-many',
    title: 'Too many role changes by all',
    text: 'A limit that bots share is used up: each role change is answered with 429, try again in 5 seconds.',
    fault: { route: ROLE, effect: { kind: 'answer', status: 429, retryAfter: 5, scope: 'shared' } },
  },
  {
    name: 'forgetful',
    title: 'Role changes don’t stick',
    text: 'They are answered with “done”, and nothing is done.',
    fault: { route: ROLE, effect: { kind: 'forget' } },
  },
  {
    name: 'lost-change',
    title: 'Of two changes one gets lost',
    text: 'When two of a member’s roles change at the same time, both are answered with “done”, and one is not.',
    // Long enough for another change to come, and short enough to wait for none.
    fault: { route: ROLE, effect: { kind: 'lose-parallel', milliseconds: 500 } },
  },
  {
    name: 'half-done',
    title: 'Done, but called a failure',
    text: 'Role changes are made, and answered with 502.',
    fault: { route: ROLE, when: 'after', effect: { kind: 'answer', status: 502, html: true } },
  },
  {
    name: 'lost-events',
    title: 'Events get lost',
    text: 'The bot hears nothing: no joins, no commands, no clicks.',
    fault: { effect: { kind: 'lose-events' } },
  },
  {
    name: 'late-events',
    title: 'Events come late',
    text: 'The bot hears of everything five seconds later. That is too late for commands and clicks.',
    fault: { effect: { kind: 'delay-events', milliseconds: 5_000 } },
  },
  {
    name: 'refused',
    title: 'The token is refused',
    text: 'Every call is answered with 401, as after a token was reset. The bot then pauses for a minute or more before it tries again, also after you switch this off.',
    fault: { effect: { kind: 'answer', status: 401 } },
  },
];

/** A named fault as the page shows it. */
export type Trouble = Omit<NamedFault, 'fault'> & { readonly isOn: boolean };

/** Switches for the named faults. What others switched on is none of theirs. */
export interface Troubles {
  list(): readonly Trouble[];
  /** @returns false where no fault has the name */
  set(name: string, isOn: boolean): boolean;
}

export function createTroubles(faults: Faults): Troubles {
  const ids = new Map<string, string>();
  const isOn = (name: string) => faults.list().some(({ id }) => id === ids.get(name));
  return {
    list: () => NAMED.map(({ fault: _, ...named }) => ({ ...named, isOn: isOn(named.name) })),
    set(name, wanted) {
      const named = NAMED.find((each) => each.name === name);
      if (!named) return false;
      if (wanted && !isOn(name)) ids.set(name, faults.add(named.fault).id);
      if (!wanted) faults.remove(ids.get(name) ?? '');
      return true;
    },
  };
}
