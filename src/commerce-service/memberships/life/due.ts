import { Prisma } from '../../../database/index.ts';
import { OPERATOR } from '../../accounts/service.ts';
import { Refusal } from '../../api/refusal.ts';
import { SANDBOX } from '../../audited.ts';
import { BATCH, sweep } from '../../scheduled-work.ts';
import type { Service } from '../../service.ts';
import { inTransaction } from '../../transaction.ts';
import { changing } from '../changes.ts';
import { type Membership, type MembershipRow, WITH_RELATIONS } from '../schema.ts';
import { applyDueChanges } from './due-changes.ts';

/**
 * Makes every change of memberships that is due by now, each in a transaction of its own. A membership that wasn't
 * processed for long goes through all changes that it missed, in order and each at its own time.
 * @param signal stops between two changes; the rest stays due
 * @returns how many changes were made
 */
export const changeDueMemberships = (service: Service, now: Date, signal?: AbortSignal): Promise<number> =>
  sweep<DueMembership>(
    service,
    {
      what: 'membership',
      find: (last) =>
        service.prisma.membership.findMany({
          where: { nextChangeAt: { lte: now }, ...beyond(last) },
          select: { id: true, nextChangeAt: true },
          orderBy: [{ nextChangeAt: 'asc' }, { id: 'asc' }],
          take: BATCH,
        }),
      async change({ id }) {
        let made = 0;
        while (!signal?.aborted && (await changeOne(service, id, now))) made += 1;
        return made;
      },
    },
    signal,
  );

interface DueMembership {
  readonly id: string;
  readonly nextChangeAt: Date | null;
}

/** Builds the filter for memberships after the last of a batch, even if that one couldn't be changed. */
const beyond = (last: DueMembership | undefined): Prisma.MembershipWhereInput =>
  last?.nextChangeAt
    ? {
        OR: [
          { nextChangeAt: { gt: last.nextChangeAt } },
          { nextChangeAt: last.nextChangeAt, id: { gt: last.id } },
        ],
      }
    : {};

/** @returns false if nothing is due, or another process is changing the membership */
async function changeOne(service: Service, id: string, now: Date): Promise<boolean> {
  return inTransaction(service, async (transaction) => {
    const [due] = await transaction.$queryRaw<{ id: string }[]>(
      Prisma.sql`SELECT id FROM commerce.memberships WHERE id = ${id} AND next_change_at <= ${now} FOR UPDATE SKIP LOCKED`,
    );
    if (!due) return false;
    const row = await transaction.membership.findUniqueOrThrow({ where: { id }, include: WITH_RELATIONS });
    await applyDueChanges(service, transaction, row, row.nextChangeAt ?? now);
    return true;
  });
}

/**
 * Moves one membership of the operator's account back in time, as if it had been bought earlier, until its next change
 * is due. Makes that change now, with its charge and its events. Each call passes more time.
 * @throws Refusal if there is no such membership, or nothing will ever be due for it
 */
export async function letTimePass(service: Service, id: string): Promise<Membership> {
  const account = await service.prisma.account.findUniqueOrThrow({ where: { handle: OPERATOR } });
  const by = { ...SANDBOX, accountId: account.id };
  return changing(service, { by, id }, { action: 'time passed' }, async ({ transaction, row, now }) => {
    if (!row.nextChangeAt)
      throw new Refusal(
        'conflict',
        `This membership is ${row.status}, so letting time pass changes nothing.`,
      );
    const earlier = await transaction.membership.update({
      where: { id: row.id },
      data: { ...movedBack(row, row.nextChangeAt.getTime() - now.getTime()), nextChangeAt: now },
      include: WITH_RELATIONS,
    });
    return applyDueChanges(service, transaction, earlier, now);
  });
}

/** Returns the dates that decide about a membership, moved back by this many milliseconds. */
function movedBack(row: MembershipRow, by: number) {
  const earlier = (moment: Date | null) => moment && new Date(moment.getTime() - by);
  return {
    renewalPeriodStart: earlier(row.renewalPeriodStart),
    renewalPeriodEnd: earlier(row.renewalPeriodEnd),
    expiresAt: earlier(row.expiresAt),
  };
}
