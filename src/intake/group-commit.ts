import { setImmediate } from 'node:timers/promises';
import { Fault } from '../errors.ts';
import { createRoom, type Limits } from './room.ts';

/** After so many turns of the event loop in which nothing came nothing is waited for. */
const QUIET_TURNS = 4;

export interface GroupOptions<Item, Outcome> {
  /** Commits all items or none. @returns what became of each */
  readonly commit: (items: readonly Item[]) => Promise<(item: Item) => Outcome>;
  /** How much of a group's weight an item takes. */
  readonly weigh: (item: Item) => number;
  /** The most items, and the most weight, of a group; a heavier item is a group of its own. */
  readonly limits: Limits;
  /** The most that may wait at a time; what comes beyond it is refused at once. */
  readonly room: Limits;
  /** How many groups are committed at the same time, each in a transaction of its own. */
  readonly lanes: number;
  /** How long an item waits at most, in milliseconds. What is committed later than that does no harm. */
  readonly patience: number;
}

interface Waiter<Item, Outcome> extends PromiseWithResolvers<Outcome> {
  readonly item: Item;
  /** Whether somebody waits for it still. */
  isAwaited: boolean;
}

/**
 * Commits in groups: what comes in while all lanes are busy waits and is committed together, so that a crowd
 * costs few commits and a single one no wait. Where a group fails its items are tried one by one, so that none
 * fails for another's fault.
 * @returns commits an item; it throws what the commit threw, or Fault `STORAGE_SILENT` or `STORAGE_BUSY`
 */
export function groupCommit<Item, Outcome>(
  options: GroupOptions<Item, Outcome>,
): (item: Item) => Promise<Outcome> {
  const { commit, weigh, limits, lanes, patience } = options;
  const room = createRoom(options.room);
  const waiting: Waiter<Item, Outcome>[] = [];
  let isGathering = false;
  let busy = 0;

  const settle = async (group: readonly Waiter<Item, Outcome>[]): Promise<void> => {
    try {
      const outcomeOf = await within(patience, commit(group.map(({ item }) => item)));
      for (const { item, resolve } of group) resolve(outcomeOf(item));
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const waiter of group) if (waiter.isAwaited) await settle([waiter]);
    }
  };
  const commitNext = async (): Promise<void> => {
    if (isGathering || busy === lanes || waiting.length === 0) return;
    isGathering = true;
    await gather(waiting, limits.items);
    isGathering = false;
    busy += 1;
    const group = takeGroup(waiting, options);
    // What is left of a crowd is the next lane's.
    void commitNext();
    if (group.length > 0) await settle(group);
    busy -= 1;
    void commitNext();
  };
  return async (item) => {
    if (!room.enter(weigh(item)))
      throw new Fault('STORAGE_BUSY', 'More is waiting to be stored than there is room for.');
    const waiter = { item, isAwaited: true, ...Promise.withResolvers<Outcome>() };
    waiting.push(waiter);
    void commitNext();
    try {
      return await within(patience, waiter.promise);
    } finally {
      waiter.isAwaited = false;
      room.leave(weigh(item));
    }
  };
}

/**
 * Waits as long as more are coming, up to a full group: a turn of the event loop takes one connection, and what
 * comes with it has arrived a few turns later.
 */
async function gather(waiting: readonly unknown[], full: number): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS && waiting.length < full; ) {
    const before = waiting.length;
    await setImmediate();
    quiet = waiting.length > before ? 0 : quiet + 1;
  }
}

/** Takes the next group; what nobody waits for any more is left out. */
function takeGroup<Item, Outcome>(
  waiting: Waiter<Item, Outcome>[],
  { weigh, limits }: GroupOptions<Item, Outcome>,
): readonly Waiter<Item, Outcome>[] {
  let weight = 0;
  const end = waiting.findIndex(({ item }, n) => {
    weight += weigh(item);
    return n > 0 && (n === limits.items || weight > limits.weight);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end).filter(({ isAwaited }) => isAwaited);
}

async function within<Result>(patience: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // Made when it is needed: an error looks up where it was made, which every event would pay for.
  const silent = () => new Fault('STORAGE_SILENT', `The database did not answer within ${patience} ms.`);
  const timer = setTimeout(() => late.reject(silent()), patience);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
