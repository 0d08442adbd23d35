import { OPERATOR } from '../../accounts/service.ts';
import { Refusal } from '../../api/refusal.ts';
import { SANDBOX } from '../../audited.ts';
import type { Service } from '../../service.ts';
import { changing } from '../changes.ts';
import { type Membership, type MembershipRow, WITH_RELATIONS } from '../schema.ts';
import { applyDueChanges } from './due-changes.ts';

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
