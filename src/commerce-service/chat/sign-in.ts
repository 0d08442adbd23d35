import type { TooOften } from '../count-in-period.ts';
import { lockUsers } from '../customers/lock-users.ts';
import { openSession } from '../oauth/sessions.ts';
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
 * @returns the session token for the cookie; from when it is possible again after too many sign-ins with the account;
 *   undefined if no user here has proven it
 */
export async function signInByChat(
  service: Service,
  { accountId, identity, before, address }: Arrival,
): Promise<{ readonly session: string } | TooOften | undefined> {
  const chatAccountId = identity.id;
  return inTransaction(service, async (transaction) => {
    const where = { accountId_chatAccountId: { accountId, chatAccountId } };
    const known = await transaction.user.findUnique({ where });
    if (!known) return undefined;
    // A user who switches chat accounts ends this one's sessions. The lock makes that include the new session.
    await lockUsers(transaction, [known.id]);
    const user = await transaction.user.findUnique({ where: { id: known.id, chatAccountId } });
    if (!user) return undefined;
    const by = { proof: 'chat' } as const;
    return openSession(service, transaction, { userId: user.id, by, before, ip: address });
  });
}
