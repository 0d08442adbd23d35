import { Prisma } from '../../../database/index.ts';
import { BATCH, sweep } from '../../scheduled-work.ts';
import type { Service } from '../../service.ts';
import { inTransaction } from '../../transaction.ts';
import { emit } from '../../webhooks/events.ts';
import { WITH_RELATIONS } from '../schema.ts';
import { validityOf } from './change.ts';

/**
 * Applies the accounts' setting for access while past due to their past-due memberships. Each membership changes in one
 * transaction with its event, so the API always shows what the last event reported, however often the setting changes
 * during the run.
 * @returns how many memberships gained or lost access
 */
export async function followAccounts(service: Service, signal?: AbortSignal): Promise<number> {
  let made = 0;
  for (const account of await service.prisma.account.findMany()) {
    const { id: accountId, pastDueIsValid } = account;
    const unlike = { accountId, status: 'past_due' as const, valid: !pastDueIsValid };
    const follow = {
      what: 'membership',
      find: (last: Found | undefined) =>
        service.prisma.membership.findMany({
          where: { ...unlike, ...beyond(last) },
          select: { id: true, createdAt: true },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          take: BATCH,
        }),
      change: ({ id }: Found) => followOne(service, id),
    };
    made += await sweep<Found>(service, follow, signal);
  }
  return made;
}

interface Found {
  readonly id: string;
  readonly createdAt: Date;
}

/** Builds the filter for what follows the last one. The redundant bound on `createdAt` lets an index find it. */
const beyond = (last: Found | undefined): Prisma.MembershipWhereInput =>
  last
    ? {
        createdAt: { gte: last.createdAt },
        OR: [{ createdAt: { gt: last.createdAt } }, { id: { gt: last.id } }],
      }
    : {};

async function followOne(service: Service, id: string): Promise<number> {
  return inTransaction(service, async (transaction) => {
    await transaction.$queryRaw(Prisma.sql`SELECT id FROM commerce.memberships WHERE id = ${id} FOR UPDATE`);
    const { status, valid, account } = await transaction.membership.findUniqueOrThrow({
      where: { id },
      include: { account: true },
    });
    if (status !== 'past_due' || valid === account.pastDueIsValid) return 0;
    const row = await transaction.membership.update({
      where: { id },
      data: { valid: account.pastDueIsValid },
      include: WITH_RELATIONS,
    });
    await emit(service, transaction, row.accountId, [validityOf(service, row, service.clock.now())]);
    return 1;
  });
}
