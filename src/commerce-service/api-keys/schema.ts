import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable, Timestamp, toTimestamp } from '../api/schema.ts';

/** Resources to which a key can be limited, each with everything below its path. */
const RESOURCES = [
  ...(['account', 'api_keys', 'memberships', 'oauth_clients', 'payments', 'plans', 'products'] as const),
  ...(['promo_codes', 'webhooks'] as const),
] as const;
export type Resource = (typeof RESOURCES)[number];

/** `read` covers GET and HEAD, `write` everything else. */
export type Right = 'read' | 'write';
type ResourceScope = `${Resource}:${Right}`;

export const resourceScope = (resource: Resource, right: Right): ResourceScope => `${resource}:${right}`;

/** A right to all resources, or to one. */
export const ApiKeyScope = Type.Enum([
  ...(['read', 'write'] as const),
  ...RESOURCES.flatMap((name) => [resourceScope(name, 'read'), resourceScope(name, 'write')]),
]);
export type ApiKeyScope = Static<typeof ApiKeyScope>;

/** Returns whether the held scopes include this one, by itself or by the same right to all resources. */
export const holdsScope = (held: readonly string[], scope: ApiKeyScope): boolean =>
  held.includes(scope) || held.includes(scope.slice(scope.indexOf(':') + 1));

/** The credential with which a program acts for the account. Beyond the specification. */
export const ApiKey = Type.Object({
  id: Type.String({ description: 'Prefix key_.' }),
  name: Type.String(),
  scopes: Type.Array(ApiKeyScope),
  created_at: Timestamp,
  created_by: Nullable(
    Type.String({ description: 'Id of the key that created it. Null for the operator’s own key.' }),
  ),
  expires_at: Nullable(
    Type.Integer({ description: 'When it expires, in seconds since the Unix epoch. Null: never.' }),
  ),
  last_used_at: Nullable(
    Type.Integer({ description: 'In seconds since the Unix epoch, accurate to a minute. Null: never.' }),
  ),
  revoked_at: Nullable(Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

/** Response to the creation of a key: the only one that contains the key itself. */
export const CreatedApiKey = Type.Object({
  ...ApiKey.properties,
  secret: Type.String({ description: 'The key. It is shown only this one time.' }),
});

/** Response to the revocation of a key. */
export const RevokedApiKey = Type.Object({
  ...ApiKey.properties,
  also_revoked: Type.Array(Type.String(), {
    description:
      'Ids of the keys that it had created, directly or not, and that this request has revoked with it.',
  }),
});
export type RevokedApiKey = Static<typeof RevokedApiKey>;

const isScope = (name: string): name is ApiKeyScope => ApiKeyScope.enum.some((scope) => scope === name);

export const toApiKey = (row: Prisma.ApiKeyGetPayload<object>): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.filter(isScope),
  created_at: toEpochSeconds(row.createdAt),
  created_by: row.createdBy,
  expires_at: toTimestamp(row.expiresAt),
  last_used_at: toTimestamp(row.lastUsedAt),
  revoked_at: toTimestamp(row.revokedAt),
});
