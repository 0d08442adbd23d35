import { appendEntry } from '../audit/append.ts';
import type { Clock } from '../clock.ts';
import type { TokenKey } from '../config/secrets.ts';
import type { PrismaClient } from '../database/index.ts';
import { errorCode, Fault } from '../errors.ts';
import type { Side } from './providers.ts';
import { openTokens, sealTokens } from './providers.ts';
import type { Seal } from './seal.ts';

export interface Rotation {
  readonly resealed: number;
  /** Tokens deleted because their key is gone. Linked roles of those members aren't updated until they link again. */
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
 */
export async function resealTokens(prisma: PrismaClient, clock: Clock, seal: Seal): Promise<Rotation> {
  const counts = { resealed: 0, lost: 0 };
  const old = { not: { startsWith: seal.prefix } };
  const renew = async (
    side: Side,
    userId: string,
    tokens: string,
    write: (tokens: string) => Promise<unknown>,
    remove: () => Promise<unknown>,
  ) => {
    try {
      await write(sealTokens(seal, side, userId, openTokens(seal, side, userId, tokens)));
      counts.resealed += 1;
    } catch (error) {
      if (errorCode(error) !== 'SEAL_BROKEN') throw error;
      await remove();
      counts.lost += 1;
    }
  };
  for (const { chatUserId, tokens } of await prisma.chatGrant.findMany({ where: { tokens: old } })) {
    const where = { chatUserId, tokens };
    const write = (fresh: string) => prisma.chatGrant.updateMany({ where, data: { tokens: fresh } });
    await renew('chat', chatUserId, tokens, write, () => prisma.chatGrant.deleteMany({ where }));
  }
  for (const { id, side, userId, tokens } of await prisma.tokenRevocation.findMany({
    where: { tokens: old },
  })) {
    const where = { id };
    const write = (fresh: string) => prisma.tokenRevocation.updateMany({ where, data: { tokens: fresh } });
    const remove = () => prisma.tokenRevocation.deleteMany({ where });
    await renew(side === 'commerce' ? 'commerce' : 'chat', userId, tokens, write, remove);
  }
  for (const { session, chatUserId, chatTokens: tokens } of await prisma.linkJourney.findMany({
    where: { chatTokens: old },
  })) {
    if (chatUserId === null || tokens === null) continue;
    const where = { session, chatTokens: tokens };
    const write = (chatTokens: string) => prisma.linkJourney.updateMany({ where, data: { chatTokens } });
    const remove = () => prisma.linkJourney.deleteMany({ where });
    await renew('chat', chatUserId, tokens, write, remove);
  }
  await prisma.$transaction(async (transaction) => {
    // A member who is at the Commerce Service at this moment returns to an expired step and has to start over.
    const none = { verifier: null, state: null };
    await transaction.linkJourney.updateMany({ where: { verifier: old }, data: none });
    await appendEntry(transaction, clock.now(), { ...DEED, details: counts });
  });
  return counts;
}

const KEY_IDS = `
  SELECT DISTINCT split_part(tokens, '.', 2) AS id FROM (
    SELECT tokens FROM community.chat_grants UNION ALL SELECT tokens FROM community.token_revocations) AS sealed`;

/**
 * Checks that these keys can open every token stored in grants and revocations. Does not check the tokens of
 * journeys.
 * @param askIds runs a query and returns the ids it selects
 * @throws Fault `SECRET_KEY_DIFFERS`
 */
export async function requireReadable(
  askIds: (sql: string) => Promise<readonly string[]>,
  keys: readonly TokenKey[],
): Promise<void> {
  const known = new Set(keys.map(({ id }) => id));
  if ((await askIds(KEY_IDS)).every((id) => known.has(id))) return;
  throw new Fault(
    'SECRET_KEY_DIFFERS',
    "SECRET_KEY can't decrypt the stored tokens. Set it to the key that Rolekeeper has used until now.",
  );
}
