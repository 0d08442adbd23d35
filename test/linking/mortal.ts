import type { PrismaClient, Transaction } from '../../src/database/index.ts';
import type { Send } from '../../src/queue.ts';

/** Thrown once the simulated process has died. */
export class Death extends Error {}

export interface Job {
  readonly queue: string;
  readonly data: object;
}

/** End of a life: just before or just after the step with index `at`. */
export interface End {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/**
 * Simulates a process that dies at a chosen step. A step is any change to the database or the platform. A transaction
 * is one step, which ends before or after its commit. After the death every call fails, even a read.
 * @param queue receives the jobs that were sent and committed, for the next process
 */
export function mortal(prisma: PrismaClient, queue: Job[], end: End | undefined) {
  const life = { steps: 0, isOver: false };
  const look = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    if (life.isOver) throw new Death();
    return work();
  };
  /** Counts a step. `work` calls `giveUp` before its change becomes permanent; it throws if the process dies there. */
  const step = async <T>(work: (giveUp: () => void) => PromiseLike<T>): Promise<T> => {
    if (life.isOver) throw new Death();
    const isLast = life.steps++ === end?.at;
    const die = () => {
      life.isOver = true;
      throw new Death();
    };
    try {
      return await work(() => isLast && end?.when === 'before' && die());
    } finally {
      // Also after a failed step, since a dead process reports no error.
      if (isLast) die();
    }
  };
  const sentIn = new WeakMap<object, Job[]>();
  const send: Send = async ({ name }, data, { transaction } = {}) => {
    const job = { queue: name, data };
    const kept = transaction && sentIn.get(transaction);
    if (kept) kept.push(job);
    else await step(async (giveUp) => [giveUp(), queue.push(job)]);
  };
  const transact = (work: (transaction: Transaction) => Promise<unknown>, options?: object) =>
    step(async (giveUp) => {
      const sent: Job[] = [];
      const result = await prisma.$transaction(async (inner) => {
        const transaction = watched(inner, look);
        sentIn.set(transaction, sent);
        const done = await work(transaction);
        giveUp();
        return done;
      }, options);
      queue.push(...sent);
      return result;
    });
  const change = <T>(work: () => PromiseLike<T>) =>
    step((giveUp) => {
      giveUp();
      return work();
    });
  return { prisma: watched(prisma, look, change, { $transaction: transact }), send, step: change, life };
}

type Watch = <T>(work: () => PromiseLike<T>) => PromiseLike<T>;

const LOOK = /^(find|count|aggregate|groupBy|\$queryRaw)/;

/** Wraps a client so that every statement passes through `look` or `change`. */
function watched<Client extends object>(
  client: Client,
  look: Watch,
  change: Watch = look,
  own: Readonly<Record<string, unknown>> = {},
): Client {
  const wrap = <Inner extends object>(inner: Inner): Inner =>
    new Proxy(inner, {
      get(target, name) {
        if (typeof name === 'string' && name in own) return own[name];
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'function') {
          const watch = LOOK.test(String(name)) ? look : change;
          return (...args: unknown[]) => watch(async () => Reflect.apply(value, target, args));
        }
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
  return wrap(client);
}
