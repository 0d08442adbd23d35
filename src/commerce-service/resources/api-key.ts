import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable, Timestamp, toTimestamp } from './common.ts';

/** `read`: every GET. `write`: everything else. */
export const ApiKeyScope = Type.Enum(['read', 'write']);
export type ApiKeyScope = Static<typeof ApiKeyScope>;

/** What a program proves with that it may act for the account. Beyond the specification. */
export const ApiKey = Type.Object({
  id: Type.String({ description: 'Prefix key_.' }),
  name: Type.String(),
  scopes: Type.Array(ApiKeyScope),
  created_at: Timestamp,
  revoked_at: Nullable(Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

/** The answer to its creation: the only time that the key itself is shown. */
export const CreatedApiKey = Type.Object({
  ...ApiKey.properties,
  secret: Type.String({ description: 'The key. It is shown this once.' }),
});

const isScope = (name: string): name is ApiKeyScope => ApiKeyScope.enum.some((scope) => scope === name);

export const toApiKey = (row: Prisma.ApiKeyGetPayload<object>): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.filter(isScope),
  created_at: toEpochSeconds(row.createdAt),
  revoked_at: toTimestamp(row.revokedAt),
});
