import { randomUUID } from 'node:crypto';
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

/**
 * Has the Commerce Service do something on an admin's order. Who ordered it is noted before, as nobody could
 * tell after a crash, and what came of it after: `details.outcome` is `ordered` until then, and `done`, `failed`
 * or `unknown` from then on. What came of it counts, also where it can't be noted.
 * @param action with an id where it must not be ordered twice; what failed for sure may be ordered again
 * @param told what is known only after it was done
 * @throws Fault `ORDERED_ALREADY`, and whatever `run` throws
 */
export async function carryOut<Result>(
  { prisma, clock, log }: OrderDeps,
  { id: orderId = randomUUID(), details = {}, ...action }: AdminAction,
  run: () => Promise<Result>,
  told: (result: Result) => { subject?: string; details?: Prisma.InputJsonObject } = () => ({}),
): Promise<Result> {
  const ordered = { ...action, details: { ...details, outcome: 'ordered' } };
  const id = await noteOnce(prisma, clock, ordered, orderId);
  const settle = (outcome: string, { details: more = {}, ...data }: ReturnType<typeof told> = {}) =>
    prisma.adminAction
      .update({ where: { id }, data: { ...data, details: { ...details, ...more, outcome } } })
      .catch((error: unknown) =>
        log.error(
          { err: error, action: action.action, order: id, outcome },
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

/** Each attempt after one that failed for sure has an id that follows from the order's. @returns the id */
async function noteOnce(
  prisma: PrismaClient,
  clock: Clock,
  action: Omit<AdminAction, 'id'>,
  orderId: string,
  attempt = 1,
): Promise<string> {
  const id = attempt === 1 ? orderId : `${orderId} ${attempt}`;
  try {
    await noteAction(prisma, clock.now(), { ...action, id });
    return id;
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    const failed = { id, details: { path: ['outcome'], equals: 'failed' } };
    if ((await prisma.adminAction.count({ where: failed })) === 1)
      return noteOnce(prisma, clock, action, orderId, attempt + 1);
    throw new Fault('ORDERED_ALREADY', 'This was ordered already. Look at how things stand now.');
  }
}
