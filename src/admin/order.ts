import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { errorCode, Fault } from '../errors.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import type { Logger } from '../observability/log.ts';
import { type AdminAction, noteAction } from './admin-actions.ts';

export interface OrderDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Faults after which the service may have carried out the order, now or on an earlier attempt. */
const UNCERTAIN: ReadonlySet<string | undefined> = new Set([
  'COMMERCE_UNKNOWN_OUTCOME',
  'COMMERCE_SLOW',
  'COMMERCE_UNAVAILABLE',
  'COMMERCE_UNREADABLE',
  'ORDERED_ALREADY',
]);

/** Whether an error proves that the service did nothing. */
export const isCertain = (error: unknown): error is Fault =>
  error instanceof Fault && !UNCERTAIN.has(error.code);

export type Order = Omit<AdminAction, 'key' | 'settles'> & {
  /** Idempotency key; random if left out. */
  readonly id?: string;
};

/**
 * Has the Commerce Service carry out an admin's order. An audit log entry with `details.outcome` `ordered` is written
 * first, so that the order is on record even after a crash. A second entry, which refers to the first, records the
 * outcome: `done`, `failed` or `unknown`. Failing to write it doesn't change the result.
 * @param order with an id if it must not be carried out twice; an order that certainly failed may be repeated
 * @param outcomeOf returns what is known only afterwards, for the second entry
 * @throws Fault `ORDERED_ALREADY`, and any error of `run`
 */
export async function carryOut<Result>(
  { prisma, clock, log }: OrderDeps,
  { id: orderId = randomUUID(), details = {}, ...action }: Order,
  run: () => Promise<Result>,
  outcomeOf: (result: Result) => { id?: string; details?: Prisma.InputJsonObject } = () => ({}),
): Promise<Result> {
  const ordered = { ...action, details: { ...details, outcome: 'ordered' } };
  const settles = await noteOnce(prisma, clock, ordered, orderId);
  const recordOutcome = (
    outcome: string,
    { id = action.object.id, details: more }: ReturnType<typeof outcomeOf> = {},
  ) =>
    noteAction(prisma, clock.now(), {
      ...action,
      settles,
      object: { ...action.object, id },
      details: { ...details, ...more, outcome },
    }).catch((error: unknown) =>
      log.error(
        { err: error, action: action.action, order: orderId, outcome },
        'the outcome of an order could not be recorded',
      ),
    );
  const result = await run().catch(async (error: unknown) => {
    await recordOutcome(isCertain(error) ? 'failed' : 'unknown');
    throw error;
  });
  await recordOutcome('done', outcomeOf(result));
  return result;
}

/**
 * Writes the first entry. A retry after a certain failure derives its key from the order's.
 * @returns the entry's number
 */
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
    throw new ChatFault('ORDERED_ALREADY');
  }
}

const Failed = Type.Object({ outcome: Type.Literal('failed') });

/** Whether the order with this key certainly failed. Entries of older versions hold the outcome themselves. */
async function hasFailed(prisma: PrismaClient, key: string): Promise<boolean> {
  const order = await prisma.auditEntry.findUnique({ where: { key }, include: { outcome: true } });
  const details = order?.outcome?.details ?? order?.details;
  return Value.Check(Failed, details);
}
