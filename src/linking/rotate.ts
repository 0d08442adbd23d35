import { appendEntry } from '../audit/append.ts';
import type { Clock } from '../clock.ts';
import type { TokenKey } from '../config/secrets.ts';
import type { Prisma, PrismaClient } from '../database/index.ts';
import { errorCode, Fault } from '../errors.ts';
import type { Tokens } from '../oauth.ts';
import { openTokens, type Side, sealTokens } from './providers.ts';
import type { Seal } from './seal.ts';

export interface Rotation {
  readonly resealed: number;
  /** Unreadable tokens that were deleted. Linked roles of those members aren't updated until they link again. */
  readonly lost: number;
}

/** Audit log entry of the rotation. Its object is the key, identified by the name of its variable. */
const DEED = {
  actor: { kind: 'operator', id: 'secrets:rotate' },
  action: 'tokens sealed anew',
  object: { type: 'secret_key', id: 'SECRET_KEY' },
  address: null,
} as const;

/**
 * Reseals every stored token with the newest key, so that the previous key can be dropped. Rows changed concurrently
 * are skipped, as their writers use the newest key too. Idempotent and safe while other processes run. Adds an audit
 * log entry at the end.
 * @param options.forgetsUnreadable whether to delete tokens that none of the keys can decrypt
 * @throws Fault `SECRET_KEY_DIFFERS` at the first such token if they may not be deleted; `requireAllReadable` finds it
 *   before anything has changed
 */
export async function resealTokens(
  prisma: PrismaClient,
  clock: Clock,
  seal: Seal,
  { forgetsUnreadable } = { forgetsUnreadable: false },
): Promise<Rotation> {
  const counts = { resealed: 0, lost: 0 };
  const old = { not: { startsWith: seal.prefix } };
  for await (const row of sealedRows(prisma, old)) {
    const tokens = opened(seal, row);
    if (tokens) {
      await row.write(sealTokens(seal, row.side, row.userId, tokens));
      counts.resealed += 1;
    } else {
      if (!forgetsUnreadable) throw unreadable();
      await row.remove();
      counts.lost += 1;
    }
  }
  await prisma.$transaction(async (transaction) => {
    // A member who is at the Commerce Service at this moment returns to an expired step and has to start over.
    const none = { verifier: null, state: null };
    await transaction.linkJourney.updateMany({ where: { verifier: old }, data: none });
    await appendEntry(transaction, clock.now(), { ...DEED, details: counts });
  });
  return counts;
}

/**
 * Checks that the seal can open every stored token. Changes nothing.
 * @throws Fault `SECRET_KEY_DIFFERS`
 */
export async function requireAllReadable(prisma: PrismaClient, seal: Seal): Promise<void> {
  for await (const row of sealedRows(prisma, {})) if (!opened(seal, row)) throw unreadable();
}

/** A stored token. `write` and `remove` do nothing if it has changed in the meantime. */
interface SealedRow {
  readonly side: Side;
  readonly userId: string;
  readonly tokens: string;
  write(tokens: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Lists the stored tokens: of members' grants, of pending revocations, and of members who are linking. */
async function* sealedRows(prisma: PrismaClient, sealed: Prisma.StringFilter): AsyncGenerator<SealedRow> {
  for (const { chatUserId, tokens } of await prisma.chatGrant.findMany({ where: { tokens: sealed } })) {
    const where = { chatUserId, tokens };
    const write = (fresh: string) => prisma.chatGrant.updateMany({ where, data: { tokens: fresh } });
    const remove = () => prisma.chatGrant.deleteMany({ where });
    yield { side: 'chat', userId: chatUserId, tokens, write, remove };
  }
  for (const { id, side, userId, tokens } of await prisma.tokenRevocation.findMany({
    where: { tokens: sealed },
  })) {
    const where = { id };
    const write = (fresh: string) => prisma.tokenRevocation.updateMany({ where, data: { tokens: fresh } });
    const remove = () => prisma.tokenRevocation.deleteMany({ where });
    yield { side: side === 'commerce' ? 'commerce' : 'chat', userId, tokens, write, remove };
  }
  for (const { session, chatUserId, chatTokens: tokens } of await prisma.linkJourney.findMany({
    where: { chatTokens: sealed },
  })) {
    if (chatUserId === null || tokens === null) continue;
    const where = { session, chatTokens: tokens };
    const write = (chatTokens: string) => prisma.linkJourney.updateMany({ where, data: { chatTokens } });
    const remove = () => prisma.linkJourney.deleteMany({ where });
    yield { side: 'chat', userId: chatUserId, tokens, write, remove };
  }
  for (const { session, commerceUserId, commerceTokens: tokens } of await prisma.linkJourney.findMany({
    where: { commerceTokens: sealed },
  })) {
    if (commerceUserId === null || tokens === null) continue;
    const where = { session, commerceTokens: tokens };
    const write = (commerceTokens: string) =>
      prisma.linkJourney.updateMany({ where, data: { commerceTokens } });
    const remove = () => prisma.linkJourney.deleteMany({ where });
    yield { side: 'commerce', userId: commerceUserId, tokens, write, remove };
  }
}

/** @returns undefined if the tokens are unreadable */
function opened(seal: Seal, { side, userId, tokens }: SealedRow): Tokens | undefined {
  try {
    return openTokens(seal, side, userId, tokens);
  } catch (error) {
    if (['SEAL_BROKEN', 'TOKENS_UNKNOWN'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

const KEY_IDS = `
  SELECT DISTINCT split_part(tokens, '.', 2) AS id FROM (
    SELECT tokens FROM community.chat_grants
    UNION ALL SELECT tokens FROM community.token_revocations
    UNION ALL SELECT unnest(ARRAY[chat_tokens, commerce_tokens]) FROM community.link_journeys) AS sealed
  WHERE tokens IS NOT NULL`;

/**
 * Checks that every stored token was sealed with one of these keys.
 * @param askIds runs a query and returns the ids it selects
 * @throws Fault `SECRET_KEY_DIFFERS`
 */
export async function requireReadable(
  askIds: (sql: string) => Promise<readonly string[]>,
  keys: readonly TokenKey[],
): Promise<void> {
  const known = new Set(keys.map(({ id }) => id));
  if (!(await askIds(KEY_IDS)).every((id) => known.has(id))) throw unreadable();
}

const unreadable = () =>
  new Fault(
    'SECRET_KEY_DIFFERS',
    "SECRET_KEY can't decrypt the stored tokens. Set it to the key that Rolekeeper has used until now.",
  );
