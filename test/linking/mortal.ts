import type { PrismaClient, Transaction } from '../../src/database/index.ts';
import type { Send } from '../../src/queue.ts';

/** The process has died. */
export class Death extends Error {}

export interface Job {
  readonly queue: string;
  readonly data: object;
}

/** When a life ends: at its so-many-th step, just before or just after that is done. */
export interface End {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/**
 * A process that dies at a chosen step. A step is whatever changes the database or the platform; a transaction is
 * one, which dies before or after its commit. After the death nothing works any more, not even a look.
 * @param queue where what was sent and committed waits for whoever comes after
 */
export function mortal(prisma: PrismaClient, queue: Job[], end: End | undefined) {
  const life = { steps: 0, isOver: false };
  const look = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    if (life.isOver) throw new Death();
    return work();
  };
  /** @param giveUp called within what is to be done, when it is not to last */
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
      // Also after what went wrong: nobody hears of it.
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

/** The same client, whose every statement is watched. */
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
