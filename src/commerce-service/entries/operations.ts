import { randomBytes, randomInt } from 'node:crypto';
import { Prisma, type Transaction } from '../../database/index.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited, type DeedName } from '../audited.ts';
import { daysAfter } from '../memberships/life/dates.ts';
import { releaseSettings } from '../plans/requirements-schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import { holdUnits, lockUnits, releaseUnit } from '../plans/stock.ts';
import type { Service } from '../service.ts';
import { drawPlaces } from './draw.ts';
import { type Entry, type EntryRow, type EntryStatus, toEntry, WITH_PLAN_AND_USER } from './schema.ts';

/** Default number of days for which an accepted place is kept. */
const CLAIM_DAYS = 7;

/** Lists a plan's entries, newest first. */
export async function listEntries(
  { prisma, publicUrl }: Service,
  accountId: string,
  planId: string,
  request: PageRequest & { readonly status?: EntryStatus },
) {
  await findPlan(prisma, accountId, planId);
  const where = { planId, ...(request.status && { status: request.status }) };
  const [count, rows] = await readPage(
    request,
    () => prisma.planEntry.findMany({ where, include: WITH_PLAN_AND_USER, ...pageOf(request) }),
    () => prisma.planEntry.count({ where }),
  );
  return listOf(
    request,
    count,
    rows.map((row) => toEntry(row, publicUrl)),
  );
}

export interface EntryKey {
  readonly planId: string;
  readonly id: string;
}

/**
 * Accepts an entry on a waiting list: creates a link that buys once, and keeps the place for as long as the plan says.
 * The place takes up a unit of stock until it is used or has expired. Accepting an entry again changes nothing; an
 * entry whose place has expired or was withdrawn gets a new one.
 * @throws Refusal if there is no such entry, no unit is left, or the plan is raffled
 */
export const acceptEntry = (service: Service, by: AccountAuthor, key: EntryKey): Promise<Entry> =>
  changing(service, by, key, 'entry accepted', async (transaction, entry) => {
    if (entry.status === 'accepted' || entry.status === 'bought') return entry;
    if (entry.plan.releaseMethod === 'raffle')
      throw new Refusal(
        'conflict',
        'This plan is sold by raffle. Draw its winners instead of accepting entries.',
      );
    const [given = entry] = await give(service, transaction, entry.plan, [entry.id]);
    return given;
  });

/**
 * Withdraws an entry: takes it off the list, or takes an unused place back and returns its unit to the stock. Doing it
 * again changes nothing.
 * @throws Refusal if there is no such entry, or its place has been used
 */
export const withdrawEntry = (service: Service, by: AccountAuthor, key: EntryKey): Promise<Entry> =>
  changing(service, by, key, 'entry withdrawn', async (transaction, { id, status, planId }) => {
    if (status === 'bought')
      throw new Refusal('conflict', 'This place has been used. Terminate the membership to take it back.');
    if (status === 'accepted') await releaseUnit(transaction, planId);
    return transaction.planEntry.update({
      where: { id },
      data: { status: 'withdrawn' },
      include: WITH_PLAN_AND_USER,
    });
  });

/**
 * Draws winners among the waiting entries of a raffle. Each gets a link that buys once, kept for as long as the plan
 * says. Draws at most as many as there are units that aren't held. Drawing again draws other entries.
 * @param winners how many; the number in the plan's `release_method_settings` when omitted
 * @returns the winners, fewer than requested if entries or stock run out
 * @throws Refusal if there is no such plan, it isn't raffled, the number isn't set, or no entry or unit is left
 */
export async function draw(
  service: Service,
  by: AccountAuthor,
  planId: string,
  winners?: number,
): Promise<Entry[]> {
  const { accountId } = by;
  const choose = async (transaction: Transaction): Promise<Entry[]> => {
    // Checks the owner before taking the lock, so that an account can't lock another account's plan.
    await findPlan(transaction, accountId, planId);
    await lockUnits(transaction, planId);
    const plan = await findPlan(transaction, accountId, planId);
    if (plan.releaseMethod !== 'raffle') throw new Refusal('conflict', 'This plan is not sold by raffle.');
    const wanted = winners ?? releaseSettings(plan).winners;
    if (wanted === undefined)
      throw new Refusal('invalid', 'winners is required: the number of entries to draw.');
    const free = plan.stock ?? Number.POSITIVE_INFINITY;
    if (free < 1) throw noUnitLeft();
    const ids = await drawWaiting(transaction, planId, Math.min(wanted, free));
    if (ids.length === 0) throw new Refusal('conflict', 'The raffle has no entries left.');
    const drawn = await give(service, transaction, plan, ids);
    return drawn.map((entry) => toEntry(entry, service.publicUrl));
  };
  return audited(service, by, choose, (drawn) => ({
    action: 'winners drawn',
    object: { type: 'plan', id: planId },
    details: { entries: drawn.map(({ id }) => id) },
  }));
}

/**
 * Draws waiting entries so that every set of this size is equally likely. Draws their positions with the system's
 * random numbers, and lets the database find the entries at these positions in an index.
 */
async function drawWaiting(transaction: Transaction, planId: string, count: number): Promise<string[]> {
  const waiting = await transaction.planEntry.count({ where: { planId, status: 'waiting' } });
  const places = drawPlaces(waiting, count, randomInt);
  const rows = await transaction.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY created_at, id) - 1 AS place
      FROM commerce.plan_entries WHERE plan_id = ${planId} AND status = 'waiting'
    ) AS line WHERE place = ANY(${places}::bigint[])`);
  return rows.map(({ id }) => id);
}

const noUnitLeft = () =>
  new Refusal(
    'conflict',
    'All units in stock are already reserved. Raise stock, or wait until a place is used or expires.',
  );

async function findPlan(database: Transaction, accountId: string, id: string) {
  const plan = await database.plan.findFirst({ where: { accountId, id } });
  if (!plan) throw new Refusal('not found', `There is no plan ${id}.`);
  return plan;
}

/** Changes one entry under its plan's lock. Locks the plan first, as a purchase does, to avoid deadlocks. */
async function changing(
  service: Service,
  by: AccountAuthor,
  { planId, id }: EntryKey,
  action: DeedName,
  act: (transaction: Transaction, entry: EntryRow) => Promise<EntryRow>,
): Promise<Entry> {
  const change = async (transaction: Transaction): Promise<Entry> => {
    await findPlan(transaction, by.accountId, planId);
    await lockUnits(transaction, planId);
    const where = { planId, id };
    const entry = await transaction.planEntry.findFirst({ where, include: WITH_PLAN_AND_USER });
    if (!entry) throw new Refusal('not found', `There is no entry ${id} of plan ${planId}.`);
    return toEntry(await act(transaction, entry), service.publicUrl);
  };
  return audited(service, by, change, () => ({
    action,
    object: { type: 'entry', id },
    details: { plan: planId },
  }));
}

/** Gives each of these entries a link. Its token has 144 random bits, so only the recipient can know it. */
async function give(
  { clock }: Service,
  transaction: Transaction,
  plan: Pick<PlanRow, 'id' | 'releaseMethodSettings'>,
  ids: readonly string[],
): Promise<EntryRow[]> {
  if (!(await holdUnits(transaction, plan.id, ids.length))) throw noUnitLeft();
  const acceptedAt = clock.now();
  const expiresAt = daysAfter(acceptedAt, releaseSettings(plan).claim_days ?? CLAIM_DAYS);
  const tokens = ids.map(() => randomBytes(18).toString('base64url'));
  await transaction.$executeRaw(Prisma.sql`
    UPDATE commerce.plan_entries AS entry
    SET status = 'accepted', accepted_at = ${acceptedAt}, expires_at = ${expiresAt}, claim_token = given.token
    FROM unnest(${ids}::text[], ${tokens}::text[]) AS given(id, token) WHERE entry.id = given.id`);
  return transaction.planEntry.findMany({ where: { id: { in: [...ids] } }, include: WITH_PLAN_AND_USER });
}
