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

/** A fault that is active until it is used up or removed. */
interface ActiveFault {
  readonly id: string;
  remove(): void;
}

interface Hold extends ActiveFault {
  /** Resolves when the first request is held. */
  readonly arrived: Promise<void>;
}

/** Fault injection: adds and removes faults. */
export interface Faults {
  add(fault: SandboxFault): ActiveFault;
  slow(target: Target, milliseconds: number): ActiveFault;
  /** Holds matching requests, unhandled, until the hold is removed. */
  hold(target: Target): Hold;
  /** Gives the next `times` matching requests this answer instead of handling them. */
  answer(target: Target, answer: FaultyAnswer, times?: number): ActiveFault;
  /** The active faults, oldest first. */
  list(): { readonly id: string; readonly fault: SandboxFault }[];
  /** Removes a fault. @returns false if no active fault has this id */
  remove(id: string): boolean;
  clear(): void;
}

/** An effect that replaces the handling or the answer of a request. */
export type InjectedFault = Exclude<RequestEffect, { kind: 'latency' | 'hang' | 'lose-parallel' }>;

export interface FaultTarget {
  readonly method: string;
  readonly route: string;
  readonly userId?: string | undefined;
}

export interface FaultInjector {
  /** Waits as long as the faults demand. Returns the effect that replaces the request's handling or answer, if any. */
  request(target: FaultTarget, when: 'before' | 'after'): Promise<InjectedFault | undefined>;
  /**
   * Returns what a role change must wait for between its read and its write, so that a parallel change of the same user
   * gets lost. Undefined without a `lose-parallel` fault: then the change reads and writes at once.
   */
  overlap(target: FaultTarget & { readonly userId: string }): Promise<unknown> | undefined;
  event(name: string): EventEffect | undefined;
}

interface Active {
  readonly fault: SandboxFault;
  readonly odds: ReturnType<typeof createOdds>;
  readonly arrived: PromiseWithResolvers<void>;
  readonly removed: PromiseWithResolvers<undefined>;
  /** Resolvers of changes that have read and wait for a second change, by user id. */
  readonly waiting: Map<string, () => void>;
}

/** Creates the controls for fault injection and the part that applies the faults. */
export function createFaults(): { faults: Faults; injector: FaultInjector } {
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

  /** Whether the fault strikes now. Removes a used-up fault, unless it holds requests. */
  const isDueNow = (id: string, { fault, odds }: Active): boolean => {
    const isDue = odds.isDue();
    if (odds.isUsedUp && fault.effect.kind !== 'hang') active.delete(id);
    return isDue;
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
    injector: {
      async request(target, when) {
        for (const [id, each] of [...active]) {
          const { fault } = each;
          if (isEventFault(fault) || fault.effect.kind === 'lose-parallel') continue;
          if (!isMeant(fault, target, when)) continue;
          if (!isDueNow(id, each)) continue;
          if (fault.effect.kind === 'latency') await delay(fault.effect.milliseconds);
          else if (fault.effect.kind === 'hang') {
            each.arrived.resolve();
            await each.removed.promise;
          } else return fault.effect;
        }
        return undefined;
      },
      overlap(target) {
        for (const [id, each] of [...active]) {
          const { fault } = each;
          if (isEventFault(fault) || fault.effect.kind !== 'lose-parallel') continue;
          if (!isMeant(fault, target, 'before') || !isDueNow(id, each)) continue;
          return meet(each, target.userId, fault.effect.milliseconds);
        }
        return undefined;
      },
      event(name) {
        for (const [id, each] of [...active]) {
          const { fault } = each;
          if (!isEventFault(fault) || (fault.event ?? name) !== name) continue;
          if (isDueNow(id, each)) return fault.effect;
        }
        return undefined;
      },
    },
  };
}

/**
 * Resolves when two changes of the same user have met, when the first has waited long enough, or when the fault is
 * removed.
 */
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

function isMeant(
  fault: RequestFault,
  { method, route, userId }: FaultTarget,
  when: 'before' | 'after',
): boolean {
  const isPlace = (fault.method ?? method) === method && matches(fault.route ?? '*', route);
  const isPerson = fault.userId === undefined || fault.userId === userId;
  return isPlace && isPerson && (fault.when ?? 'before') === when;
}

/**
 * Whether a route matches a pattern in which `*` stands for any text. Parts between stars must occur in their order.
 */
function matches(pattern: string, route: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return route === first;
  if (!route.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    // The first occurrence is enough: it leaves the most text for the remaining parts.
    const found = route.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return route.length - last.length >= at && route.endsWith(last);
}
