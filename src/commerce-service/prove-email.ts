import { Prisma, type Transaction } from '../database/index.ts';
import { newId } from './ids.ts';
import { tell } from './life/change.ts';
import { mergeMailQueue } from './merge-mail.ts';
import { WITH_RELATIONS } from './resources/membership.ts';
import type { Service } from './service.ts';
import { isProven, type UserRow } from './users.ts';

/** Purchases that one proof brings together: whoever made thousands in somebody's name can't keep them out. */
const MOST_MERGED = 50;

/** Somebody who has just shown that they read an address. */
export interface Proof {
  readonly accountId: string;
  readonly email: string;
  /** Of the cookie of the browser in which they did. */
  readonly browserHash: string;
}

/**
 * Makes an address somebody's own, and the purchases theirs that were made with it, whoever made them. They stay
 * with the user who has had the address, so nothing of that user's goes to anybody else. To be run in a transaction,
 * and as often as the address is proven; of two at the same time one waits for the other.
 */
export async function proveEmail(service: Service, transaction: Transaction, proof: Proof): Promise<UserRow> {
  const { accountId } = proof;
  const email = proof.email.toLowerCase();
  await transaction.$queryRaw(
    Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`email ${accountId} ${email}`}, 0))::text`,
  );
  const known = await transaction.user.findUnique({ where: { accountId_email: { accountId, email } } });
  const own = await boughtHere(transaction, { ...proof, email });
  const owner = await makeOwner(service, transaction, { ...proof, email }, known ?? own[0]);
  await merge(service, transaction, owner, proof.browserHash);
  return owner;
}

/** Those who bought with this address in the very browser in which it is proven, the first one first. */
const boughtHere = (transaction: Transaction, { accountId, email, browserHash }: Proof): Promise<UserRow[]> =>
  transaction.user.findMany({
    where: { accountId, typedEmail: email, memberships: { some: { browserHash } } },
    orderBy: { id: 'asc' },
    take: 1,
  });

/**
 * The user who has the address from now on: whoever has had it, else the buyer in this browser, so that what was
 * linked with that purchase stays linked, else a new one.
 */
async function makeOwner(
  { clock }: Service,
  transaction: Transaction,
  { accountId, email }: Proof,
  known: UserRow | undefined,
): Promise<UserRow> {
  const now = clock.now();
  const proven = { email, typedEmail: null, emailProvenAt: now };
  if (!known) {
    const id = newId(clock, 'user');
    return transaction.user.create({ data: { id, accountId, ...proven, createdAt: now } });
  }
  if (isProven(known)) return known;
  if (known.email === email) {
    // From before there was proof: whoever got in until now may have typed the address only.
    await transaction.session.deleteMany({ where: { userId: known.id } });
    await transaction.oAuthGrant.updateMany({
      where: { userId: known.id, revokedAt: null },
      data: { revokedAt: now },
    });
  }
  return transaction.user.update({ where: { id: known.id }, data: proven });
}

/**
 * Gives the owner of an address what others bought with it. What these were let into ends with them: their
 * consents and sessions. What was canceled for good stays where it is, so that nobody uses up in somebody's name
 * what is sold once.
 */
async function merge(
  service: Service,
  transaction: Transaction,
  { id: userId, accountId, email }: UserRow,
  browserHash: string,
): Promise<void> {
  const isThere = { status: { not: 'canceled' as const } };
  const find = (some: Prisma.MembershipWhereInput, take: number) =>
    transaction.user.findMany({
      where: { accountId, typedEmail: email, memberships: { some: { ...isThere, ...some } } },
      orderBy: { id: 'desc' },
      take,
      select: { id: true },
    });
  const here = await find({ browserHash }, MOST_MERGED);
  const others = await find({ NOT: { browserHash } }, MOST_MERGED - here.length);
  const ids = [...here, ...others].map(({ id }) => id);
  if (ids.length === 0) return;
  const theirs = { userId: { in: ids } };
  // Memberships first: whoever is charging one of them holds it, and has written the payment before we go on.
  const memberships = await transaction.membership.updateManyAndReturn({
    where: theirs,
    data: { userId },
    select: { id: true },
  });
  await transaction.payment.updateMany({ where: theirs, data: { userId } });
  await transaction.user.deleteMany({ where: { id: { in: ids }, entries: { none: {} } } });
  const rows = await transaction.membership.findMany({
    where: { id: { in: memberships.map(({ id }) => id) } },
    include: WITH_RELATIONS,
    orderBy: { id: 'asc' },
  });
  for (const row of rows)
    await tell(service, transaction, row, 'membership_metadata_updated', service.clock.now());
  const data = { user_id: userId, membership_ids: rows.map(({ id }) => id) };
  await service.send(mergeMailQueue, data, { transaction });
}
