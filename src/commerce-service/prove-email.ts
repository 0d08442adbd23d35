import type { Prisma, Transaction } from '../database/index.ts';
import { newId } from './ids.ts';
import { lock, lockUsers } from './lock-users.ts';
import { mergeMailQueue } from './merge-mail.ts';
import { moveToUser, nameChatAccount, tellOfOwner } from './merge-users.ts';
import type { Service } from './service.ts';
import { isEmailProven, type UserRow } from './users.ts';

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
  await lock(transaction, `email ${accountId} ${email}`);
  const known = await transaction.user.findUnique({ where: { accountId_email: { accountId, email } } });
  const first = known ?? (await boughtHere(transaction, { ...proof, email }));
  if (first) await lockUsers(transaction, [first.id]);
  const still = first && (await transaction.user.findUnique({ where: { id: first.id } }));
  const owner = await makeOwner(service, transaction, { ...proof, email }, still ?? undefined);
  await merge(service, transaction, owner, proof.browserHash);
  // What was bought here is theirs, also where they proved the address elsewhere first.
  await transaction.membership.updateMany({
    where: { userId: owner.id, browserHash: proof.browserHash, unclaimedSince: { not: null } },
    data: { unclaimedSince: null },
  });
  return owner;
}

/** Who was the first to buy with this address in the very browser in which it is proven. */
const boughtHere = (transaction: Transaction, { accountId, email, browserHash }: Proof) =>
  transaction.user.findFirst({
    where: { accountId, typedEmail: email, memberships: { some: { browserHash } } },
    orderBy: { id: 'asc' },
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
  if (isEmailProven(known)) return known;
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
 * Gives the owner of an address what others bought with it, unless it is somebody's who has proven their chat account.
 * What was canceled for good stays where it is; and nothing that was bought elsewhere counts as their own choice, so that
 * nobody uses up in somebody's name what is sold once.
 */
async function merge(
  service: Service,
  transaction: Transaction,
  owner: UserRow,
  browserHash: string,
): Promise<void> {
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
  if (found.length === 0) return;
  // One of them may have proven a chat account before they were ours.
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
  await nameChatAccount(transaction, owner);
  await tellOfOwner(service, transaction, moved);
  await service.send(mergeMailQueue, { user_id: userId, membership_ids: [...moved] }, { transaction });
}
