import type { CommerceOAuth } from '../commerce-client/oauth.ts';
import type { Prisma, PrismaClient, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import type { Tokens } from '../oauth.ts';
import type { Logger } from '../observability/log.ts';
import { type LinkingDeps, TRANSACTION } from './deps.ts';
import { type ChatProvider, openTokens, type Side, sealTokens } from './providers.ts';
import { revocationsDue } from './queues.ts';

/** How long revoking is retried, in milliseconds. By then the tokens have expired. */
const PATIENCE = 30 * 24 * 3_600_000;

/** Sealed tokens to revoke, with their owner. */
export interface Spent {
  readonly side: Side;
  readonly userId: string;
  readonly tokens: string;
}

/** Lists the tokens that a journey holds. */
export const tokensOf = ({
  chatUserId,
  chatTokens,
  commerceUserId,
  commerceTokens,
}: Prisma.LinkJourneyGetPayload<object>): readonly Spent[] => [
  ...(chatUserId !== null && chatTokens !== null
    ? [{ side: 'chat' as const, userId: chatUserId, tokens: chatTokens }]
    : []),
  ...(commerceUserId !== null && commerceTokens !== null
    ? [{ side: 'commerce' as const, userId: commerceUserId, tokens: commerceTokens }]
    : []),
];

/** Queues tokens for revocation, if and only if the transaction commits. */
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

/** Owner of tokens whose user couldn't be determined after the code exchange. */
const UNKNOWN = '';

/** Runs `work` with tokens that were just issued. If it fails, has the tokens revoked before rethrowing. */
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

/** Queues tokens of an unknown owner for revocation. */
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
 * Revokes all queued tokens. A failure doesn't keep the others from being revoked.
 * @throws the first error after trying all of them, so that the job is retried
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
    // The token is no longer valid.
    if (errorCode(error) === 'GRANT_REFUSED') return;
    if (errorCode(error) !== 'SEAL_BROKEN') throw error;
    log.warn({ side, userId }, "a token can't be revoked because its key is gone; it will expire by itself");
  }
}

/**
 * Returns whether the account has other tokens, stored or in a journey. Revoking one token makes the platform revoke
 * all of the user's tokens, so these are left to the revocation of the last ones.
 */
async function isStillNeeded(prisma: PrismaClient, chatUserId: string): Promise<boolean> {
  const kept = await prisma.chatGrant.count({ where: { chatUserId } });
  const underWay = await prisma.linkJourney.count({ where: { chatUserId, chatTokens: { not: null } } });
  return kept + underWay > 0;
}
