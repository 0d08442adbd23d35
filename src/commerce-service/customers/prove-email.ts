import type { Prisma, Transaction } from '../../database/index.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { applyOwner } from './apply-owner.ts';
import { mergeMailQueue, moveToUser, named } from './merge.ts';
import { isEmailProven, lock, lockUsers, type UserRow } from './users.ts';

/** Users that one proof merges. Bounded, so that thousands of purchases in the owner's name can't block the sign-in. */
const MOST_MERGED = 50;

/** Proof that a visitor reads the mail sent to an address. */
export interface Proof {
  readonly accountId: string;
  readonly email: string;
  /** Hash of the cookie of the browser in which the address was proven. */
  readonly browserHash: string;
  /** The user whom that browser's session knows by a chat account; undefined if there is none. */
  readonly chatUserId: string | undefined;
}

/**
 * Makes the visitor who proved an address its owner, and gives the owner the purchases that unproven users made with
 * it. An address that already has an owner keeps that user, so nothing of theirs goes to another user. Call it in a
 * transaction, each time the address is proven. Of two concurrent proofs of an address, one waits for the other.
 * @param proof.locale language of the mail that lists those purchases
 */
export async function proveEmail(
  service: Service,
  transaction: Transaction,
  { locale, ...proof }: Proof & { readonly locale: string },
): Promise<UserRow> {
  const { accountId } = proof;
  const email = proof.email.toLowerCase();
  await lock(transaction, `email ${accountId} ${email}`);
  const known = await lockOwner(transaction, { ...proof, email });
  const owner = await makeOwner(service, transaction, { ...proof, email }, known);
  // Purchases made in this browser count as claimed, even if the owner first proved the address in another browser.
  const claimed = await transaction.membership.updateMany({
    where: { userId: owner.id, browserHash: proof.browserHash, unclaimedSince: { not: null } },
    data: { unclaimedSince: null, ownerEventDue: true },
  });
  const moved = await merge(service, transaction, owner, proof.browserHash);
  if (claimed.count + moved.length > 0) await applyOwner(service, transaction, owner);
  if (moved.length > 0)
    await service.send(mergeMailQueue, { user_id: owner.id, ...named(moved), locale }, { transaction });
  return owner;
}

/** Finds the user whose address this is, or becomes with the proof. The address is in lower case. */
export async function findOwner(prisma: Pick<Transaction, 'user'>, proof: Proof): Promise<UserRow | null> {
  const { accountId, email } = proof;
  const known = await prisma.user.findUnique({ where: { accountId_email: { accountId, email } } });
  return known ?? boughtHere(prisma, proof);
}

/** Finds the owner and locks them until the transaction ends. */
async function lockOwner(transaction: Transaction, proof: Proof): Promise<UserRow | undefined> {
  const found = await findOwner(transaction, proof);
  if (!found) return undefined;
  await lockUsers(transaction, [found.id]);
  // Whoever bought here may have proven a chat account before the lock was taken. Then the address isn't theirs.
  const still = await findOwner(transaction, proof);
  return still?.id === found.id ? still : undefined;
}

/**
 * Finds the first user who bought with this address in the browser in which it is proven. A user who has proven a chat
 * account counts only while signed in with it: in a shared browser, it may be somebody else's.
 */
const boughtHere = (
  prisma: Pick<Transaction, 'user'>,
  { accountId, email, browserHash, chatUserId }: Proof,
) =>
  prisma.user.findFirst({
    where: {
      accountId,
      typedEmail: email,
      memberships: { some: { browserHash } },
      OR: [{ chatProvenAt: null }, ...(chatUserId === undefined ? [] : [{ id: chatUserId }])],
    },
    orderBy: { id: 'asc' },
  });

/**
 * Returns the owner of the address from now on: the current owner, or the buyer in this browser (which keeps accounts
 * linked with that purchase), or else a new user.
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
  if (isEmailProven(known)) return known;
  if (known.email === email) {
    // A user from before proofs existed: sessions and consents may belong to a buyer who only typed the address.
    await transaction.session.deleteMany({ where: { userId: known.id } });
    await transaction.oAuthGrant.updateMany({
      where: { userId: known.id, revokedAt: null },
      data: { revokedAt: now },
    });
  }
  return transaction.user.update({ where: { id: known.id }, data: proven });
}

/**
 * Gives the owner of an address the purchases that other users made with it. Leaves out users who have proven a chat
 * account, and users whose memberships are all canceled. Purchases from other browsers are marked as unclaimed: they
 * don't count as the owner's choice, so that other buyers can't use up the owner's right to something that is sold
 * once, and nothing of theirs rests on it.
 * @returns the memberships' ids
 */
async function merge(
  service: Service,
  transaction: Transaction,
  owner: UserRow,
  browserHash: string,
): Promise<readonly string[]> {
  const { id: userId, accountId, email } = owner;
  const isNobodys = { accountId, typedEmail: email, chatProvenAt: null };
  const find = (some: Prisma.MembershipWhereInput, take: number) =>
    transaction.user.findMany({
      where: { ...isNobodys, memberships: { some: { status: { not: 'canceled' }, ...some } } },
      orderBy: { id: 'desc' },
      take,
      select: { id: true },
    });
  const here = await find({ browserHash }, MOST_MERGED);
  const others = await find({ NOT: { browserHash } }, MOST_MERGED - here.length);
  const found = [...here, ...others].map(({ id }) => id);
  if (found.length === 0) return [];
  // A user may have proven a chat account before the lock was taken, so they are read again.
  await lockUsers(transaction, [userId, ...found]);
  const left = await transaction.user.findMany({ where: { ...isNobodys, id: { in: found } } });
  const moved = await moveToUser(
    transaction,
    left.map(({ id }) => id),
    owner,
  );
  await transaction.membership.updateMany({
    where: { id: { in: [...moved] }, OR: [{ browserHash: null }, { browserHash: { not: browserHash } }] },
    data: { unclaimedSince: service.clock.now() },
  });
  return moved;
}
