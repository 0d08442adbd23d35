import { lockUsers } from '../customers/lock-users.ts';
import { replaceSession, startSession } from '../oauth/sessions.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import type { ChatIdentity } from './provider.ts';

/** A sign-in by chat account. `before` is the browser's current session. */
interface Arrival {
  readonly accountId: string;
  readonly identity: ChatIdentity;
  readonly before: string | undefined;
  /** The client's IP address, for the audit log. */
  readonly address: string;
}

/**
 * Signs in the user who has proven this chat account before. Memberships for which the account was only typed stay
 * closed.
 * @returns the session token for the cookie; undefined if no user here has proven the account
 */
export async function signInByChat(
  service: Service,
  { accountId, identity, before, address }: Arrival,
): Promise<string | undefined> {
  const chatAccountId = identity.id;
  return inTransaction(service, async (transaction) => {
    const where = { accountId_chatAccountId: { accountId, chatAccountId } };
    const known = await transaction.user.findUnique({ where });
    if (!known) return undefined;
    // A user who switches chat accounts ends this one's sessions. The lock makes that include the new session.
    await lockUsers(transaction, [known.id]);
    const user = await transaction.user.findUnique({ where: { id: known.id, chatAccountId } });
    if (!user) return undefined;
    if (before !== undefined) await replaceSession(transaction, before);
    return startSession(service, transaction, user.id, { proof: 'chat' }, address);
  });
}
