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
 * A process that dies at a chosen step. A step is whatever touches the database or the platform; in a transaction
 * every statement, and its commit. After its death nothing works any more, and what was not committed is not done.
 * @param queue where what was sent and committed waits for whoever comes after
 */
export function mortal(prisma: PrismaClient, queue: Job[], end: End | undefined) {
  const life = { steps: 0, isOver: false };
  const step = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    if (life.isOver) throw new Death();
    const isLast = life.steps++ === end?.at;
    if (isLast) life.isOver = true;
    if (isLast && end?.when === 'before') throw new Death();
    const result = await work();
    if (isLast) throw new Death();
    return result;
  };
  const sentIn = new WeakMap<object, Job[]>();
  const send: Send = ({ name }, data, { transaction } = {}) =>
    step(async () => {
      const kept = transaction && sentIn.get(transaction);
      (kept ?? queue).push({ queue: name, data });
    });
  const transact = (work: (transaction: Transaction) => Promise<unknown>, options?: object) =>
    step(async () => {
      const sent: Job[] = [];
      const result = await prisma.$transaction(async (inner) => {
        const transaction = counting(inner, step);
        sentIn.set(transaction, sent);
        return work(transaction);
      }, options);
      queue.push(...sent);
      return result;
    });
  return { prisma: counting(prisma, step, { $transaction: transact }), send, step, life };
}

/** The same client, whose every statement is a step. */
function counting<Client extends object>(
  client: Client,
  step: <T>(work: () => PromiseLike<T>) => Promise<T>,
  own: Readonly<Record<string, unknown>> = {},
): Client {
  const wrapped = <Inner extends object>(inner: Inner): Inner =>
    new Proxy(inner, {
      get(target, name) {
        if (typeof name === 'string' && name in own) return own[name];
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'function')
          return (...args: unknown[]) => step(() => Reflect.apply(value, target, args));
        return typeof value === 'object' && value !== null ? wrapped(value) : value;
      },
    });
  return wrapped(client);
}
