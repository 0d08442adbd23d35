import type { Transaction } from '../../database/index.ts';
import { hashCredential } from '../api-keys/credentials.ts';
import { record } from '../audited.ts';
import { lock, lockUsers } from '../customers/lock-users.ts';
import { emitOwnerEvents, moveToUser, nameChatAccount } from '../customers/merge-users.ts';
import { isEmailProven, isProven, type UserRow } from '../customers/users.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { findPerson, newSession, type Person, replaceSession } from '../oauth/sessions.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import type { ChatIdentity } from './provider.ts';

/** What becomes of a wish to connect a chat account. */
export type Connected =
  | { readonly kind: 'connected'; readonly session: string }
  /** The account is another person's. */
  | { readonly kind: 'taken' }
  /** What it was to be connected with isn't the visitor's, or no longer. */
  | { readonly kind: 'not yours' };

/** Who connects which account, with what. */
interface Wish {
  readonly userId: string;
  readonly identity: ChatIdentity;
  readonly visitor: Visitor;
  /** Whence they come, for the audit log. */
  readonly address: string;
}

/** By what somebody may say which chat account is a user's: as that person, or by the browser that bought. */
type Right = Person['proof'] | 'purchase';

/**
 * Makes the chat account that somebody has just signed in with that of a user of theirs, and of all that is this user's.
 * Whoever has shown the account to be theirs before is never displaced: a purchase that is nobody's yet becomes theirs.
 * In one transaction with its events, one after the other; doing it again changes nothing but the name.
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
    // Looked at again: its holder may have moved to another account before they were ours.
    const side = sideWith(user, right, await findHolder());
    if (!side) return { kind: 'taken' };
    const moved = side.from ? await moveToUser(transaction, [side.from.id], side.owner) : [];
    const owner = await setAccount(service, transaction, side.owner, identity);
    const named = await nameChatAccount(transaction, owner);
    await emitOwnerEvents(service, transaction, [...new Set([...moved, ...named])]);
    const session = await renewSession(service, transaction, owner, right, visitor);
    const author = { actor: { kind: 'customer', id: owner.id }, address, proof: right } as const;
    const object = { type: 'user', id: owner.id };
    const details = { chatAccountId: identity.id };
    await record(service, transaction, author, { action: 'chat account connected', object, details });
    return { kind: 'connected', session };
  });
}

/** Who of the two goes on with what both have; undefined where both are persons, and stay apart. */
function sideWith(
  user: UserRow,
  right: Right,
  holder: UserRow | null,
): { readonly owner: UserRow; readonly from?: UserRow } | undefined {
  if (!holder || holder.id === user.id) return { owner: user };
  if (right === 'purchase') return { owner: holder, from: user };
  // They have shown to be both: by the address now, by the account before.
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

/** Whoever was signed in by another chat account that the user had is so no longer. */
async function setAccount(
  { clock }: Service,
  transaction: Transaction,
  { id, chatAccountId, chatProvenAt }: UserRow,
  identity: ChatIdentity,
): Promise<UserRow> {
  const isSame = chatAccountId === identity.id;
  if (!isSame) await transaction.session.deleteMany({ where: { userId: id, proof: 'chat' } });
  return transaction.user.update({
    where: { id },
    data: {
      chatAccountId: identity.id,
      chatAccountName: identity.name,
      chatAccountImageUrl: identity.imageUrl,
      chatProvenAt: isSame ? chatProvenAt : clock.now(),
    },
  });
}

/** The browser goes on under a new session: whoever knew the one before is left behind. */
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
