import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { errorCode, Fault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type AdminAction, noteAction } from './audit.ts';

export interface OrderDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/** These faults leave open whether the service did it, now or when it was ordered before. */
const UNCERTAIN: ReadonlySet<string | undefined> = new Set([
  'COMMERCE_UNKNOWN_OUTCOME',
  'COMMERCE_SLOW',
  'COMMERCE_UNAVAILABLE',
  'COMMERCE_UNREADABLE',
  'ORDERED_ALREADY',
]);

/** Whether an error tells for sure that the service did nothing. */
export const isCertain = (error: unknown): error is Fault =>
  error instanceof Fault && !UNCERTAIN.has(error.code);

/** Something that an admin orders. */
export type Order = Omit<AdminAction, 'key' | 'settles'> & {
  /** What makes the order one: it isn't given twice. Any when left out. */
  readonly id?: string;
};

/**
 * Has the Commerce Service do something on an admin's order. Who ordered it is noted before, as nobody could
 * tell after a crash, with `ordered` as its `details.outcome`; and what came of it after, in an entry that settles the
 * first: `done`, `failed` or `unknown`. What came of it counts, also where it can't be noted.
 * @param order with an id where it must not be ordered twice; what failed for sure may be ordered again
 * @param told what is known only after it was done
 * @throws Fault `ORDERED_ALREADY`, and whatever `run` throws
 */
export async function carryOut<Result>(
  { prisma, clock, log }: OrderDeps,
  { id: orderId = randomUUID(), details = {}, ...action }: Order,
  run: () => Promise<Result>,
  told: (result: Result) => { id?: string; details?: Prisma.InputJsonObject } = () => ({}),
): Promise<Result> {
  const ordered = { ...action, details: { ...details, outcome: 'ordered' } };
  const settles = await noteOnce(prisma, clock, ordered, orderId);
  const settle = (outcome: string, { id = action.object.id, details: more }: ReturnType<typeof told> = {}) =>
    noteAction(prisma, clock.now(), {
      ...{ ...action, settles, object: { ...action.object, id } },
      details: { ...details, ...more, outcome },
    }).catch((error: unknown) =>
      log.error(
        { err: error, action: action.action, order: orderId, outcome },
        'what came of an order is not noted',
      ),
    );
  const result = await run().catch(async (error: unknown) => {
    await settle(isCertain(error) ? 'failed' : 'unknown');
    throw error;
  });
  await settle('done', told(result));
  return result;
}

/** Each attempt after one that failed for sure has a key that follows from the order's. @returns the entry's number */
async function noteOnce(
  prisma: PrismaClient,
  clock: Clock,
  action: AdminAction,
  orderId: string,
  attempt = 1,
): Promise<bigint> {
  const key = attempt === 1 ? orderId : `${orderId} ${attempt}`;
  try {
    return await noteAction(prisma, clock.now(), { ...action, key });
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    if (await hasFailed(prisma, key)) return noteOnce(prisma, clock, action, orderId, attempt + 1);
    throw new Fault('ORDERED_ALREADY', 'This was ordered already. Look at how things stand now.');
  }
}

const Failed = Type.Object({ outcome: Type.Literal('failed') });

/** Whether the order with this key failed for sure. One of a version before has its outcome in the same entry. */
async function hasFailed(prisma: PrismaClient, key: string): Promise<boolean> {
  const order = await prisma.auditEntry.findUnique({ where: { key }, include: { outcome: true } });
  const details = order?.outcome?.details ?? order?.details;
  return Value.Check(Failed, details);
}
