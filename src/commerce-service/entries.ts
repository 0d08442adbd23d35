import { randomBytes, randomInt } from 'node:crypto';
import { Prisma, type Transaction } from '../database/index.ts';
import { drawWinners } from './draw.ts';
import { listOf, type PageRequest, pageOf } from './pagination.ts';
import { Refusal } from './refusal.ts';
import { type Entry, type EntryStatus, toEntry, WITH_PLAN_AND_USER } from './resources/entry.ts';
import { releaseSettings } from './resources/requirements.ts';
import { type Service, TRANSACTION } from './service.ts';

/**
 * The entries of a plan, newest first.
 * @throws Refusal when the account has no such plan
 */
export async function listEntries(
  { prisma, publicUrl }: Service,
  accountId: string,
  planId: string,
  request: PageRequest & { readonly status?: EntryStatus },
) {
  await findPlan(prisma, accountId, planId);
  const where = { planId, ...(request.status && { status: request.status }) };
  const [count, rows] = await prisma.$transaction([
    prisma.planEntry.count({ where }),
    prisma.planEntry.findMany({ where, include: WITH_PLAN_AND_USER, ...pageOf(request) }),
  ]);
  return listOf(
    request,
    count,
    rows.map((row) => toEntry(row, publicUrl)),
  );
}

/**
 * Gives somebody on the waiting list a place: a link that buys once. The place takes up a unit of the stock
 * until it is used. Accepting an entry again changes nothing.
 * @throws Refusal when there is no such entry, no unit is left, or the plan is raffled
 */
export async function acceptEntry(
  { prisma, clock, publicUrl }: Service,
  accountId: string,
  planId: string,
  id: string,
): Promise<Entry> {
  return prisma.$transaction(async (transaction) => {
    const free = await lockPlaces(transaction, planId);
    const plan = await findPlan(transaction, accountId, planId);
    const where = { planId, id };
    const entry = await transaction.planEntry.findFirst({ where, include: WITH_PLAN_AND_USER });
    if (!entry) throw new Refusal('not found', `There is no entry ${id} of plan ${planId}.`);
    if (entry.status !== 'waiting') return toEntry(entry, publicUrl);
    if (plan.releaseMethod === 'raffle')
      throw new Refusal('conflict', 'This plan is raffled: its winners are drawn, not chosen.');
    if (free < 1) throw noPlaceLeft();
    return toEntry(await give(transaction, id, clock.now()), publicUrl);
  }, TRANSACTION);
}

/**
 * Draws winners among the entries of a raffle; each gets a link that buys once. At most as many as the stock
 * has units that no earlier winner may still buy. Drawing again draws others.
 * @param winners how many; what the plan's `release_method_settings` say when left out
 * @returns the winners, fewer than asked for where entries or stock run out
 * @throws Refusal when there is no such plan, it is no raffle, or there is nobody or nothing to draw
 */
export async function draw(
  { prisma, clock, publicUrl }: Service,
  accountId: string,
  planId: string,
  winners?: number,
): Promise<Entry[]> {
  return prisma.$transaction(async (transaction) => {
    const free = await lockPlaces(transaction, planId);
    const plan = await findPlan(transaction, accountId, planId);
    if (plan.releaseMethod !== 'raffle') throw new Refusal('conflict', 'This plan is not raffled.');
    const wanted = winners ?? releaseSettings(plan).winners;
    if (wanted === undefined) throw new Refusal('invalid', 'winners is required: how many to draw.');
    if (free < 1) throw noPlaceLeft();
    const where = { planId, status: 'waiting' as const };
    const entries = await transaction.planEntry.findMany({ where, select: { id: true } });
    if (entries.length === 0) throw new Refusal('conflict', 'Nobody is left in the raffle.');
    const chosen = drawWinners(entries, Math.min(wanted, free), randomInt);
    const drawn: Entry[] = [];
    for (const { id } of chosen) drawn.push(toEntry(await give(transaction, id, clock.now()), publicUrl));
    return drawn;
  }, TRANSACTION);
}

const noPlaceLeft = () =>
  new Refusal(
    'conflict',
    'Every unit in stock is promised already: raise stock, or wait until it is bought.',
  );

async function findPlan(database: Transaction, accountId: string, id: string) {
  const plan = await database.plan.findFirst({ where: { accountId, id } });
  if (!plan) throw new Refusal('not found', `There is no plan ${id}.`);
  return plan;
}

/**
 * Keeps purchases of the plan, other draws and acceptances out until the transaction ends, and counts what is
 * left to promise.
 */
async function lockPlaces(transaction: Transaction, planId: string): Promise<number> {
  await transaction.$queryRaw(
    Prisma.sql`SELECT id FROM commerce.plans WHERE id = ${planId} FOR NO KEY UPDATE`,
  );
  const plan = await transaction.plan.findUnique({ where: { id: planId }, select: { stock: true } });
  if (!plan || plan.stock === null) return Number.POSITIVE_INFINITY;
  return plan.stock - (await transaction.planEntry.count({ where: { planId, status: 'accepted' } }));
}

/** The link carries 144 random bits: whoever holds it was given it. */
const give = (transaction: Transaction, id: string, now: Date) =>
  transaction.planEntry.update({
    where: { id },
    data: { status: 'accepted', acceptedAt: now, claimToken: randomBytes(18).toString('base64url') },
    include: WITH_PLAN_AND_USER,
  });
