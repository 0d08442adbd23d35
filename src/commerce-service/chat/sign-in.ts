import { lockUsers } from '../customers/lock-users.ts';
import { replaceSession, startSession } from '../oauth/sessions.ts';
import type { Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import type { ChatIdentity } from './provider.ts';

/** Who signs in, and the session that the browser has until now. */
interface Arrival {
  readonly accountId: string;
  readonly identity: ChatIdentity;
  readonly before: string | undefined;
  /** Whence they come, for the audit log. */
  readonly address: string;
}

/**
 * Signs in whoever has shown this chat account to be theirs before. What only names the account (it was typed by whomever)
 * is not opened by it.
 * @returns the session for the cookie; undefined where the account was never shown to be anybody's here
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
    // Whoever moves to another chat account ends the sessions of this one: not before this one is there.
    await lockUsers(transaction, [known.id]);
    const user = await transaction.user.findUnique({ where: { id: known.id, chatAccountId } });
    if (!user) return undefined;
    if (before !== undefined) await replaceSession(transaction, before);
    return startSession(service, transaction, user.id, { proof: 'chat' }, address);
  });
}
