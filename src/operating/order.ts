import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { errorCode, Fault } from '../errors.ts';
import { type AdminAction, noteAction } from './audit.ts';

export interface OrderDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
}

/** After these faults nobody knows whether the service did it. */
const UNCERTAIN: ReadonlySet<string | undefined> = new Set([
  'COMMERCE_UNKNOWN_OUTCOME',
  'COMMERCE_SLOW',
  'COMMERCE_UNAVAILABLE',
  'COMMERCE_UNREADABLE',
]);

/**
 * Has the Commerce Service do something on an admin's order. Who ordered it is noted before, as nobody could
 * tell after a crash, and what came of it after: `details.outcome` is `ordered` until then, and `done`, `failed`
 * or `unknown` from then on.
 * @param action with an id where it must not be ordered twice
 * @param told what is known only after it was done
 * @throws Fault `ORDERED_ALREADY`, and whatever `run` throws
 */
export async function carryOut<Result>(
  { prisma, clock }: OrderDeps,
  { id = randomUUID(), details = {}, ...action }: AdminAction,
  run: () => Promise<Result>,
  told: (result: Result) => { subject?: string; details?: Prisma.InputJsonObject } = () => ({}),
): Promise<Result> {
  await noteOnce(prisma, clock, { ...action, id, details: { ...details, outcome: 'ordered' } });
  const settle = (outcome: string, { details: more = {}, ...data }: ReturnType<typeof told> = {}) =>
    prisma.adminAction.update({
      where: { id },
      data: { ...data, details: { ...details, ...more, outcome } },
    });
  const result = await run().catch(async (error: unknown) => {
    const isCertain = error instanceof Fault && !UNCERTAIN.has(error.code);
    await settle(isCertain ? 'failed' : 'unknown');
    throw error;
  });
  await settle('done', told(result));
  return result;
}

async function noteOnce(prisma: PrismaClient, clock: Clock, action: AdminAction): Promise<void> {
  try {
    await noteAction(prisma, clock.now(), action);
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    throw new Fault('ORDERED_ALREADY', 'This was ordered already. Look at how things stand now.');
  }
}
