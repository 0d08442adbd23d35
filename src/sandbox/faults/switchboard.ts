import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventEffect,
  type FaultyAnswer,
  isEventFault,
  type RequestEffect,
  type RequestFault,
  type SandboxFault,
  type Target,
} from './fault.ts';
import { createOdds } from './odds.ts';

/** A fault that is switched on, until it is used up or removed. */
interface ActiveFault {
  readonly id: string;
  remove(): void;
}

/** A fault that stops requests where they are. */
interface Hold extends ActiveFault {
  /** Settles when the first request is held. */
  readonly arrived: Promise<void>;
}

/** What can be made to go wrong on purpose. */
export interface Faults {
  add(fault: SandboxFault): ActiveFault;
  /** Each request waits so long before anything is done. */
  slow(target: Target, milliseconds: number): ActiveFault;
  /** Each request waits, with nothing done, until the hold is removed. */
  hold(target: Target): Hold;
  /** The next `times` requests get this answer, with nothing done. */
  answer(target: Target, answer: FaultyAnswer, times?: number): ActiveFault;
  /** What is switched on, oldest first. */
  list(): { readonly id: string; readonly fault: SandboxFault }[];
  /** Switches one off. @returns false where there is none with the id */
  remove(id: string): boolean;
  /** Switches all off; what is held goes on. */
  clear(): void;
}

/** What happens to a request instead of the real thing. */
export type Blow = Exclude<RequestEffect, { kind: 'latency' | 'hang' | 'lose-parallel' }>;

/** What a request is for. */
export interface Aim {
  readonly method: string;
  readonly route: string;
  /** The user in its address, if there is one. */
  readonly userId?: string | undefined;
}

/** Obeys the faults that are switched on. */
export interface Strikes {
  /** Waits as long as the faults say, and returns what happens to the request instead, if anything does. */
  request(aim: Aim, when: 'before' | 'after'): Promise<Blow | undefined>;
  /**
   * Where changes are to get lost: what a change waits for between reading and writing, another change of the same
   * user. Undefined where a change reads and writes at once.
   */
  overlap(aim: Aim & { readonly userId: string }): Promise<unknown> | undefined;
  /** What happens to an event on its way. */
  event(name: string): EventEffect | undefined;
}

interface Active {
  readonly fault: SandboxFault;
  readonly odds: ReturnType<typeof createOdds>;
  readonly arrived: PromiseWithResolvers<void>;
  readonly removed: PromiseWithResolvers<undefined>;
  /** Changes that have read, and wait for another one, by what they change. */
  readonly waiting: Map<string, () => void>;
}

/** Makes the switchboard and what obeys it. */
export function createFaults(): { faults: Faults; strikes: Strikes } {
  const active = new Map<string, Active>();
  let count = 0;

  const remove = (id: string): boolean => {
    active.get(id)?.removed.resolve(undefined);
    return active.delete(id);
  };

  const add = (fault: SandboxFault): Hold => {
    count += 1;
    const id = String(count);
    const arrived = Promise.withResolvers<void>();
    active.set(id, {
      fault,
      odds: createOdds(fault),
      arrived,
      removed: Promise.withResolvers(),
      waiting: new Map(),
    });
    return { id, arrived: arrived.promise, remove: () => void remove(id) };
  };

  /** Whether the fault strikes now. One that has struck for the last time goes, unless it still holds requests. */
  const strikesNow = (id: string, { fault, odds }: Active): boolean => {
    const strikes = odds.strikes();
    if (odds.isUsedUp && fault.effect.kind !== 'hang') active.delete(id);
    return strikes;
  };

  return {
    faults: {
      add,
      slow: (target, milliseconds) => add({ ...target, effect: { kind: 'latency', milliseconds } }),
      hold: (target) => add({ ...target, effect: { kind: 'hang' } }),
      answer: (target, answer, times = 1) => add({ ...target, times, effect: { kind: 'answer', ...answer } }),
      list: () => [...active].map(([id, { fault }]) => ({ id, fault })),
      remove,
      clear: () => {
        for (const id of [...active.keys()]) remove(id);
      },
    },
    strikes: {
      async request(aim, when) {
        for (const [id, each] of [...active]) {
          const { fault } = each;
          if (isEventFault(fault) || fault.effect.kind === 'lose-parallel') continue;
          if (!isMeant(fault, aim, when)) continue;
          if (!strikesNow(id, each)) continue;
          if (fault.effect.kind === 'latency') await delay(fault.effect.milliseconds);
          else if (fault.effect.kind === 'hang') {
            each.arrived.resolve();
            await each.removed.promise;
          } else return fault.effect;
        }
        return undefined;
      },
      overlap(aim) {
        for (const [id, each] of [...active]) {
          const { fault } = each;
          if (isEventFault(fault) || fault.effect.kind !== 'lose-parallel') continue;
          if (!isMeant(fault, aim, 'before') || !strikesNow(id, each)) continue;
          return meet(each, aim.userId, fault.effect.milliseconds);
        }
        return undefined;
      },
      event(name) {
        for (const [id, each] of [...active]) {
          const { fault } = each;
          if (!isEventFault(fault) || (fault.event ?? name) !== name) continue;
          if (strikesNow(id, each)) return fault.effect;
        }
        return undefined;
      },
    },
  };
}

/** Settles when two have come for the same thing, or when nobody else has come in time. */
function meet({ waiting, removed }: Active, thing: string, milliseconds: number): Promise<unknown> {
  const first = waiting.get(thing);
  waiting.delete(thing);
  if (first) {
    first();
    return Promise.resolve();
  }
  const met = Promise.withResolvers<void>();
  waiting.set(thing, met.resolve);
  const alone = new AbortController();
  const inTime = delay(milliseconds, undefined, { signal: alone.signal }).catch(() => undefined);
  return Promise.race([met.promise, removed.promise, inTime]).finally(() => {
    alone.abort();
    if (waiting.get(thing) === met.resolve) waiting.delete(thing);
  });
}

function isMeant(fault: RequestFault, { method, route, userId }: Aim, when: 'before' | 'after'): boolean {
  const isPlace = (fault.method ?? method) === method && matches(fault.route ?? '*', route);
  const isPerson = fault.userId === undefined || fault.userId === userId;
  return isPlace && isPerson && (fault.when ?? 'before') === when;
}

/** The parts between the stars occur in the route in their order, the first at its start, the last at its end. */
function matches(pattern: string, route: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return route === first;
  if (!route.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    // The first place will do: what comes after it has the most room there.
    const found = route.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return route.length - last.length >= at && route.endsWith(last);
}
