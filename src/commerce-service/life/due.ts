import { Prisma } from '../../database/index.ts';
import { WITH_RELATIONS } from '../resources/membership.ts';
import { type Service, TRANSACTION } from '../service.ts';
import { settle } from './settle.ts';

/** Memberships that are looked up at once. */
const BATCH = 100;

/**
 * Does what is due for every membership by now, each change in a transaction of its own: what a crash cuts
 * off is found again, and what is done is not. Several processes may do this at the same time. A membership
 * that was not looked at for long goes through all that it missed, in order, each change at its own time.
 * @param signal stops between two changes; the rest stays due
 * @returns how many changes were made
 */
export async function runDue(service: Service, now: Date, signal?: AbortSignal): Promise<number> {
  let made = 0;
  let last: { id: string; nextChangeAt: Date | null } = { id: '', nextChangeAt: null };
  for (;;) {
    const batch = await service.prisma.membership.findMany({
      where: { nextChangeAt: { lte: now }, ...beyond(last) },
      select: { id: true, nextChangeAt: true },
      orderBy: [{ nextChangeAt: 'asc' }, { id: 'asc' }],
      take: BATCH,
    });
    for (const { id } of batch) made += await catchUp(service, id, now, signal);
    const end = batch.at(-1);
    if (!end || signal?.aborted) return made;
    last = end;
  }
}

/** Goes on behind the last one of a batch, also where that could not be changed. */
const beyond = ({
  id,
  nextChangeAt,
}: {
  id: string;
  nextChangeAt: Date | null;
}): Prisma.MembershipWhereInput =>
  nextChangeAt ? { OR: [{ nextChangeAt: { gt: nextChangeAt } }, { nextChangeAt, id: { gt: id } }] } : {};

/** One membership that fails is logged, holds up no other one, and is tried again the next time. */
async function catchUp(service: Service, id: string, now: Date, signal?: AbortSignal): Promise<number> {
  let made = 0;
  try {
    while (!signal?.aborted && (await changeOne(service, id, now))) made += 1;
  } catch (error) {
    service.log.error({ err: error, membership: id }, 'a due change of a membership failed');
  }
  return made;
}

/** @returns whether something was due, and nobody else is at it */
async function changeOne(service: Service, id: string, now: Date): Promise<boolean> {
  return service.prisma.$transaction(async (transaction) => {
    const [due] = await transaction.$queryRaw<{ id: string }[]>(
      Prisma.sql`SELECT id FROM commerce.memberships WHERE id = ${id} AND next_change_at <= ${now} FOR UPDATE SKIP LOCKED`,
    );
    if (!due) return false;
    const row = await transaction.membership.findUniqueOrThrow({ where: { id }, include: WITH_RELATIONS });
    await settle(service, transaction, row, row.nextChangeAt ?? now);
    return true;
  }, TRANSACTION);
}
