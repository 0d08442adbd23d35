import type { CommerceOAuth } from '../commerce-client/oauth.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Tokens } from '../oauth.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { type ChatProvider, openTokens, type Side, sealTokens } from './providers.ts';
import { revocationsDue } from './queues.ts';

/** How long it is tried to revoke tokens, in milliseconds: by then they have ended by themselves. */
const PATIENCE = 30 * 24 * 3_600_000;

/** Sealed tokens, and whose they are. */
export interface Spent {
  readonly side: Side;
  readonly userId: string;
  readonly tokens: string;
}

/** Has tokens revoked that nobody needs any more, if and only if the transaction commits. */
export async function revokeSoon(
  { send, clock }: Pick<LinkingDeps, 'send' | 'clock'>,
  transaction: Transaction,
  spent: readonly Spent[],
): Promise<void> {
  if (spent.length === 0) return;
  const since = clock.now();
  await transaction.tokenRevocation.createMany({ data: spent.map((one) => ({ ...one, since })) });
  await send(revocationsDue, {}, { key: revocationsDue.name, transaction });
}

/** Whose tokens are that were given for a code, while nobody could be asked whose they are. */
const UNKNOWN = '';

/** Does what tokens that were just given are for; where that fails they are revoked, whosever they are. */
export async function orRevoke<Result>(
  deps: LinkingDeps,
  side: Side,
  tokens: Tokens,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await deps.prisma.$transaction(
      (transaction) => revokeUnknown(deps, transaction, side, tokens),
      TRANSACTION,
    );
    throw error;
  }
}

/** Has tokens revoked of whom nothing is known. */
export const revokeUnknown = (deps: LinkingDeps, transaction: Transaction, side: Side, tokens: Tokens) =>
  revokeSoon(deps, transaction, [
    { side, userId: UNKNOWN, tokens: sealTokens(deps.seal, side, UNKNOWN, tokens) },
  ]);

export type RevokeDeps = LinkingDeps & {
  readonly chat: ChatProvider;
  readonly commerce: CommerceOAuth;
  readonly log: Logger;
};

/**
 * Revokes what is to be revoked. One that can't be now keeps none of the others from it.
 * @throws the first error, when all were tried: the job is tried again
 */
export async function workRevocations(deps: RevokeDeps, signal: AbortSignal): Promise<void> {
  const oldest = new Date(deps.clock.now().getTime() - PATIENCE);
  await deps.prisma.tokenRevocation.deleteMany({ where: { since: { lt: oldest } } });
  const errors: unknown[] = [];
  for (const { id, ...spent } of await deps.prisma.tokenRevocation.findMany({ orderBy: { id: 'asc' } })) {
    signal.throwIfAborted();
    try {
      await revoke(deps, spent, signal);
      await deps.prisma.tokenRevocation.deleteMany({ where: { id } });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

async function revoke(
  { prisma, seal, chat, commerce, log }: RevokeDeps,
  { side, userId, tokens }: { side: string; userId: string; tokens: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    if (side === 'commerce') {
      await commerce.revoke(openTokens(seal, 'commerce', userId, tokens), signal);
      return;
    }
    const opened = openTokens(seal, 'chat', userId, tokens);
    const owner = userId === UNKNOWN ? (await chat.identify(opened, signal)).id : userId;
    if (!(await isStillNeeded(prisma, owner))) await chat.revoke(opened, signal);
  } catch (error) {
    // They are none any more.
    if (errorCode(error) === 'GRANT_REFUSED') return;
    if (errorCode(error) !== 'SEAL_BROKEN') throw error;
    log.warn({ side, userId }, 'a token can not be revoked, as its key is gone: it ends by itself');
  }
}

/**
 * Whether tokens of a chat account are kept, or are under way in a journey. With one token the platform ends all that
 * the user gave us; these end with the last ones.
 */
async function isStillNeeded(prisma: PrismaClient, chatUserId: string): Promise<boolean> {
  const kept = await prisma.chatGrant.count({ where: { chatUserId } });
  const underWay = await prisma.linkJourney.count({ where: { chatUserId, chatTokens: { not: null } } });
  return kept + underWay > 0;
}
