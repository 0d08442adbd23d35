import Value from 'typebox/value';
import { noteAction } from '../../admin/admin-actions.ts';
import type { Prisma, PrismaClient, Transaction } from '../../database/index.ts';
import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Send } from '../../queue.ts';
import { queueSweep } from '../index.ts';
import { SERVER } from '../problems/subject.ts';
import { type Losses, LossesList } from '../sync/permitted-losses.ts';
import { queueRepairs, type RepairDeps } from './queue-repairs.ts';

/** A guild whose last sweep is at most this old, in milliseconds, counts as one that we still manage. */
const STILL_OURS = 60 * 60_000;

/** Identifies the pending approval that the admin saw, and whether it was already refused. */
export type ShownQuestion = Pick<PendingSweep, 'since' | 'isRefused'>;

/**
 * Carries out an admin's answer to a pending approval. Idempotent.
 * `approve` queues a sync for every member whose roles have drifted. If the approval is about memberships missing from
 * the service, it queues a trusted sweep instead, which believes the service, and asks again if a role would lose many
 * holders.
 * `refuse` takes nothing, and asks again only when there is more to take. A refused approval may still be approved.
 * @param by the admin's chat account
 * @returns false if that approval is no longer pending
 * @throws Fault `REFUSED_ELSEWHERE` or `APPROVED_ELSEWHERE` if the admins of another guild gave the opposite answer
 * about the same service
 */
export async function answerPendingSweep(
  deps: RepairDeps & { readonly send: Send },
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
  shown: ShownQuestion,
): Promise<boolean> {
  const taken = await take(deps, guildId, answer, by, shown);
  // `run` is the last completed sweep: a sweep that is running or has failed didn't see the whole guild. If this
  // process dies here, the next sweep finishes the work, since the approval is stored.
  if (taken && answer === 'approve' && taken.missing === null && taken.run)
    await queueRepairs(deps, guildId, taken.run, { mayTake: true, orderedBy: by });
  return taken !== undefined;
}

/** @returns the answered sweep; undefined if another admin answered first */
const take = (
  deps: RepairDeps & { readonly send: Send },
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
  { since, isRefused }: ShownQuestion,
): Promise<Sweep | undefined> =>
  deps.prisma.$transaction(async (transaction) => {
    const now = deps.clock.now();
    const waiting = { guildId, heldSince: since, answer: isRefused ? 'refuse' : null };
    const { count } = await transaction.sweep.updateMany({
      where: waiting,
      data: { answer, answeredAt: now },
    });
    if (count === 0) return undefined;
    const sweep = await transaction.sweep.findUniqueOrThrow({ where: { guildId } });
    const { held, missing } = sweep;
    if (missing !== null) await requireUnity(transaction, guildId, answer, now);
    if (answer === 'approve' && missing !== null)
      await queueSweep(deps.send, guildId, by, { transaction, isTrusted: true });
    const action = answer === 'approve' ? 'sweep approved' : 'sweep refused';
    const details = { roles: Value.Parse(LossesList, held), ...(missing !== null && { missing }) };
    const object = { type: 'sweep', id: SERVER.kind };
    await noteAction(transaction, now, { guildId, actor: by, action, object, details });
    return sweep;
  });

/**
 * Requires that all guilds give the same answer about missing memberships, since the service returns the same for each.
 * @throws Fault `REFUSED_ELSEWHERE` or `APPROVED_ELSEWHERE`
 */
async function requireUnity(
  transaction: Transaction,
  guildId: string,
  answer: 'approve' | 'refuse',
  now: Date,
): Promise<void> {
  const opposite = answer === 'approve' ? 'refuse' : 'approve';
  const contradicting = await transaction.sweep.count({
    where: {
      heldSince: { not: null },
      missing: { not: null },
      answer: opposite,
      guildId: { not: guildId },
      sweptAt: { gte: new Date(now.getTime() - STILL_OURS), lte: now },
    },
  });
  if (contradicting === 0) return;
  throw new ChatFault(answer === 'refuse' ? 'APPROVED_ELSEWHERE' : 'REFUSED_ELSEWHERE');
}

type Sweep = Prisma.SweepGetPayload<object>;

/** A sweep that awaits approval or was refused, with the losses it would cause. */
export interface PendingSweep {
  readonly since: Date;
  readonly roles: readonly Losses[];
  /** Number of memberships missing from the service, if the approval is about them; otherwise null. */
  readonly missing: number | null;
  readonly isRefused: boolean;
}

/** Returns the guild's pending or refused approval; null if there is none. */
export async function pendingSweep(prisma: PrismaClient, guildId: string): Promise<PendingSweep | null> {
  const sweep = await prisma.sweep.findUnique({ where: { guildId } });
  if (!sweep || !isWaiting(sweep)) return null;
  const { heldSince: since, held, missing, answer } = sweep;
  return { since, roles: Value.Parse(LossesList, held), missing, isRefused: answer === 'refuse' };
}

const isWaiting = <Row extends Sweep>(sweep: Row): sweep is Row & { heldSince: Date } =>
  sweep.heldSince !== null && sweep.answer !== 'approve';
