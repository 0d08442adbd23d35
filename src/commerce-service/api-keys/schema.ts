import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Nullable, Timestamp, toTimestamp } from '../api/common-schema.ts';

/** What a key can be limited to: a resource with everything below its path. */
const RESOURCES = [
  ...(['account', 'api_keys', 'memberships', 'oauth_clients', 'payments', 'plans', 'products'] as const),
  ...(['promo_codes', 'webhooks'] as const),
] as const;
export type Resource = (typeof RESOURCES)[number];

/** `read` is every GET, `write` everything else. */
export type Right = 'read' | 'write';
type ResourceScope = `${Resource}:${Right}`;

export const resourceScope = (resource: Resource, right: Right): ResourceScope => `${resource}:${right}`;

/** A right to everything, or to one resource. */
export const ApiKeyScope = Type.Enum([
  ...(['read', 'write'] as const),
  ...RESOURCES.flatMap((name) => [resourceScope(name, 'read'), resourceScope(name, 'write')]),
]);
export type ApiKeyScope = Static<typeof ApiKeyScope>;

/** Whether these scopes hold another one: by itself, or with its right to everything. */
export const holdsScope = (held: readonly string[], scope: ApiKeyScope): boolean =>
  held.includes(scope) || held.includes(scope.slice(scope.indexOf(':') + 1));

/** What a program proves with that it may act for the account. Beyond the specification. */
export const ApiKey = Type.Object({
  id: Type.String({ description: 'Prefix key_.' }),
  name: Type.String(),
  scopes: Type.Array(ApiKeyScope),
  created_at: Timestamp,
  expires_at: Nullable(
    Type.Integer({ description: 'When it ends by itself, in seconds since the Unix epoch; null: never.' }),
  ),
  last_used_at: Nullable(
    Type.Integer({ description: 'In seconds since the Unix epoch, exact to a minute; null: never.' }),
  ),
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
  expires_at: toTimestamp(row.expiresAt),
  last_used_at: toTimestamp(row.lastUsedAt),
  revoked_at: toTimestamp(row.revokedAt),
});
