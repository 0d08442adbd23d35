import type { RequestFault, SandboxFault } from '../faults/fault.ts';
import type { Faults } from '../faults/fault-injection.ts';

/** A named fault that users can switch on to watch its effects. */
interface NamedFault {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly faults: readonly SandboxFault[];
}

const ROLE = '*/members/:user_id/roles/:role_id';

/** Returns the fault for both routes of role changes: one role, and several at once. */
const onRoleChanges = (fault: Pick<RequestFault, 'when' | 'effect'>): SandboxFault[] => [
  { ...fault, route: ROLE },
  { ...fault, method: 'PATCH', route: '*/members/:user_id' },
];

const NAMED: readonly NamedFault[] = [
  {
    name: 'down',
    title: 'The platform is down',
    text: 'Every call is answered with 500.',
    faults: [{ effect: { kind: 'answer', status: 500 } }],
  },
  {
    name: 'hanging',
    title: 'The platform never answers',
    text: 'Calls hang until you switch this off.',
    faults: [{ effect: { kind: 'hang' } }],
  },
  {
    name: 'cut-off',
    title: 'The connection breaks',
    text: 'Every call is cut off before an answer comes.',
    faults: [{ effect: { kind: 'reset' } }],
  },
  {
    name: 'slow',
    title: 'The platform is slow',
    text: 'Every call takes two seconds longer.',
    faults: [{ effect: { kind: 'latency', milliseconds: 2_000 } }],
  },
  {
    name: 'bad-gateway',
    title: 'Bad gateway',
    text: 'Every call is answered with 502, and nothing is done.',
    faults: [{ effect: { kind: 'answer', status: 502 } }],
  },
  {
    name: 'turned-away',
    title: 'A proxy rejects the bot',
    text: 'Every call is answered with 403 and a web page, as by a firewall in front of the platform.',
    faults: [{ effect: { kind: 'answer', status: 403, html: true } }],
  },
  {
    name: 'blocked',
    title: 'A firewall blocks the bot',
    text: 'Every call is answered with 403 and the firewall’s own code, 40333.',
    faults: [{ effect: { kind: 'answer', status: 403, code: 40333 } }],
  },
  {
    name: 'own-limit',
    title: 'The bot changes roles too fast',
    text: 'The bot’s own limit is used up. Each role change is answered with 429, try again in 5 seconds.',
    faults: onRoleChanges({ effect: { kind: 'answer', status: 429, retryAfter: 5, scope: 'user' } }),
  },
  {
    name: 'global-limit',
    title: 'The bot calls too often',
    text: 'The bot’s global limit is used up. Every call is answered with 429, try again in 5 seconds.',
    faults: [{ effect: { kind: 'answer', status: 429, retryAfter: 5, scope: 'global' } }],
  },
  {
    name: 'too-many',
    title: 'Bots change too many roles together',
    text: 'A limit shared by bots is used up. Each role change is answered with 429, try again in 5 seconds.',
    faults: onRoleChanges({ effect: { kind: 'answer', status: 429, retryAfter: 5, scope: 'shared' } }),
  },
  {
    name: 'forgetful',
    title: 'Role changes don’t stick',
    text: 'Role changes are answered with “done”, but nothing changes.',
    faults: [{ route: ROLE, effect: { kind: 'forget' } }],
  },
  {
    name: 'lost-change',
    title: 'One of two changes gets lost',
    text: 'When two of a member’s roles change at the same time, both are answered with “done”, but only one changes.',
    // Long enough to meet a second change, short enough to wait without one.
    faults: [{ route: ROLE, effect: { kind: 'lose-parallel', milliseconds: 500 } }],
  },
  {
    name: 'half-done',
    title: 'Done, but reported as failed',
    text: 'Role changes are made, but answered with 502.',
    faults: onRoleChanges({ when: 'after', effect: { kind: 'answer', status: 502, html: true } }),
  },
  {
    name: 'lost-events',
    title: 'Events get lost',
    text: 'The bot receives nothing: no joins, no commands, no clicks.',
    faults: [{ effect: { kind: 'lose-events' } }],
  },
  {
    name: 'late-events',
    title: 'Events come late',
    text: 'The bot receives every event five seconds late. That is too late for commands and clicks.',
    faults: [{ effect: { kind: 'delay-events', milliseconds: 5_000 } }],
  },
  {
    name: 'refused',
    title: 'The token is refused',
    text: 'Every call is answered with 401, as after a token reset. The bot then pauses for a minute or more before it tries again, even after you switch this off.',
    faults: [{ effect: { kind: 'answer', status: 401 } }],
  },
];

export type FaultPreset = Omit<NamedFault, 'faults'> & { readonly isOn: boolean };

/** Switches for the named faults. Faults added by other means aren't affected. */
export interface FaultPresets {
  list(): readonly FaultPreset[];
  /** @returns false if no fault has this name */
  set(name: string, isOn: boolean): boolean;
}

export function createFaultPresets(faults: Faults): FaultPresets {
  const ids = new Map<string, readonly string[]>();
  const isOn = (name: string) => faults.list().some(({ id }) => ids.get(name)?.includes(id));
  return {
    list: () => NAMED.map(({ faults: _, ...named }) => ({ ...named, isOn: isOn(named.name) })),
    set(name, wanted) {
      const named = NAMED.find((each) => each.name === name);
      if (!named) return false;
      if (wanted && !isOn(name))
        ids.set(
          name,
          named.faults.map((fault) => faults.add(fault).id),
        );
      if (!wanted) for (const id of ids.get(name) ?? []) faults.remove(id);
      return true;
    },
  };
}
