import type { Transaction } from '../../database/index.ts';
import { hashCredential } from '../api-keys/credentials.ts';
import { record } from '../audited.ts';
import { applyOwner } from '../customers/apply-owner.ts';
import { moveToUser } from '../customers/merge.ts';
import { isEmailProven, isProven, lock, lockUsers, type UserRow } from '../customers/users.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { endChatProof, findPerson, newSession, type Person, replaceSession } from '../oauth/sessions.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import { type Change, countChange, isConnected } from './count-change.ts';
import type { ChatIdentity } from './provider.ts';

export type Connected =
  | { readonly kind: 'connected'; readonly session: string }
  | { readonly kind: 'taken' }
  /** The user to connect it with isn't the visitor's, or no longer. */
  | { readonly kind: 'not yours' }
  /** The person has changed the account too many times. */
  | { readonly kind: 'too often'; readonly retryAt: Date };

interface Wish {
  readonly userId: string;
  readonly identity: ChatIdentity;
  readonly visitor: Visitor;
  /** The client's IP address, for the audit log. */
  readonly address: string;
}

/** What entitles a visitor to set a user's chat account: being that person, or the browser of the purchase. */
type Right = Person['proof'] | 'purchase';

/**
 * Connects the chat account that a visitor has just signed in with to the visitor's user, and to all memberships of
 * that user. If another user holds the chat account, the two are merged: a purchase without a proven buyer goes to the
 * holder, and a holder without a proven address goes to a visitor who has proven theirs. In any other case the chat
 * account is taken. A person may change accounts only a few times in an hour.
 *
 * Runs in one transaction with its events. Locks serialize concurrent calls. A repeated call changes only the account's
 * picture and the session, and isn't recorded.
 */
export async function connectChatAccount(
  service: Service,
  { userId, identity, visitor, address }: Wish,
): Promise<Connected> {
  return inTransaction(service, async (transaction): Promise<Connected> => {
    const found = await transaction.user.findUnique({ where: { id: userId } });
    if (!found) return { kind: 'not yours' };
    const { accountId } = found;
    await lock(transaction, `chat ${accountId} ${identity.id}`);
    const findHolder = () =>
      transaction.user.findUnique({
        where: { accountId_chatAccountId: { accountId, chatAccountId: identity.id } },
      });
    const held = await findHolder();
    await lockUsers(transaction, held ? [userId, held.id] : [userId]);
    const user = await transaction.user.findUnique({ where: { id: userId } });
    const right = user && (await rightTo(service, transaction, user, visitor));
    if (!user || !right) return { kind: 'not yours' };
    // Read again under the locks: the holder may have switched to another chat account before they were taken.
    const side = sideWith(user, right, await findHolder());
    if (!side) return { kind: 'taken' };
    const change = countChange(side.owner, identity, service.clock.now());
    if ('retryAt' in change) return { kind: 'too often', ...change };
    if (side.from) await moveToUser(transaction, [side.from.id], side.owner);
    const owner = await setAccount(service, transaction, side.owner, { identity, ...change });
    await applyOwner(service, transaction, owner);
    const session = await renewSession(service, transaction, owner, right, visitor);
    if (!side.from && isConnected(side.owner, identity)) return { kind: 'connected', session };
    const author = { actor: { kind: 'customer', id: owner.id }, address, proof: right } as const;
    const object = { type: 'user', id: owner.id };
    const details = { chatAccountId: identity.id };
    await record(service, transaction, author, { action: 'chat account connected', object, details });
    return { kind: 'connected', session };
  });
}

/** Decides which user gets the memberships of both. Undefined for two persons, who stay separate. */
function sideWith(
  user: UserRow,
  right: Right,
  holder: UserRow | null,
): { readonly owner: UserRow; readonly from?: UserRow } | undefined {
  if (!holder || holder.id === user.id) return { owner: user };
  if (right === 'purchase') return { owner: holder, from: user };
  // The visitor has proven to be both: the address by this session, the chat account by signing in with it.
  return right === 'person' && !isEmailProven(holder) ? { owner: user, from: holder } : undefined;
}

async function rightTo(
  { clock }: Service,
  transaction: Transaction,
  user: UserRow,
  { session, browser }: Visitor,
): Promise<Right | undefined> {
  const person = await findPerson({ prisma: transaction, clock }, session);
  if (person?.user.id === user.id) return person.proof;
  if (isProven(user)) return undefined;
  const own = { userId: user.id, browserHash: hashCredential(browser) };
  return (await transaction.membership.count({ where: own })) > 0 ? 'purchase' : undefined;
}

/** Stores the chat account of a user. Ends what rests on a previous one. */
async function setAccount(
  service: Service,
  transaction: Transaction,
  { id, chatAccountId, chatProvenAt }: UserRow,
  { identity, counted }: Change & { readonly identity: ChatIdentity },
): Promise<UserRow> {
  const isSame = chatAccountId === identity.id;
  if (!isSame) await endChatProof(service, transaction, id);
  return transaction.user.update({
    where: { id },
    data: {
      chatAccountId: identity.id,
      chatAccountName: identity.name,
      chatAccountImageUrl: identity.imageUrl,
      chatProvenAt: isSame ? chatProvenAt : service.clock.now(),
      ...counted,
    },
  });
}

/** Gives the browser a new session, so that anybody who knew the previous one loses access. */
async function renewSession(
  service: Service,
  transaction: Transaction,
  { id }: UserRow,
  right: Right,
  visitor: Visitor,
): Promise<string> {
  const { session, row } = newSession(service, id, { proof: right === 'person' ? right : 'chat' });
  if (visitor.session !== undefined) await replaceSession(transaction, visitor.session);
  await transaction.session.create({ data: row });
  return session;
}
