import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { Timestamp } from '../api/schema.ts';

/** OAuth scopes. The catalogue has a label for each. */
export const SCOPE_NAMES = ['profile', 'email', 'memberships', 'social_accounts'] as const;
export type Scope = (typeof SCOPE_NAMES)[number];

/** Filters a list of names down to the known scopes, without duplicates. */
export const knownScopes = (names: readonly string[]): Scope[] =>
  [...new Set(names)].flatMap((name) => SCOPE_NAMES.find((scope) => scope === name) ?? []);

/**
 * Parses a `scope` parameter. If it is missing, all scopes that the application may request apply. Scopes that are
 * unknown or not allowed are ignored; the response reports the scopes granted (RFC 6749, 3.3).
 * @param allowed scopes the application may request
 * @returns an empty list if only other scopes were requested
 */
export function parseScope(scope: string | undefined, allowed: readonly string[]): Scope[] {
  const names = (scope ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const asked = names.length === 0 ? SCOPE_NAMES : knownScopes(names);
  return asked.filter((name) => allowed.includes(name));
}

export const OAuthScope = Type.Enum([...SCOPE_NAMES]);

/** An application that buyers can allow to read their data. Beyond the specification. */
export const OAuthClient = Type.Object({
  id: Type.String({ description: 'Prefix app_.' }),
  client_id: Type.String({ description: 'Client id for authorization and token requests.' }),
  name: Type.String({ description: 'Name that buyers see.' }),
  redirect_uris: Type.Array(Type.String(), {
    description: 'Addresses that buyers may be returned to. They must match exactly.',
  }),
  scopes: Type.Array(OAuthScope, { description: 'Scopes that it may request from buyers.' }),
  created_at: Timestamp,
});
export type OAuthClient = Static<typeof OAuthClient>;

/** Response to a registration or a new secret: the only one that contains the secret. */
export const CreatedOAuthClient = Type.Object({
  ...OAuthClient.properties,
  client_secret: Type.String({ description: 'It is shown only this one time.' }),
});
export type CreatedOAuthClient = Static<typeof CreatedOAuthClient>;

export const toOAuthClient = (row: Prisma.OAuthClientGetPayload<object>): OAuthClient => ({
  id: row.id,
  client_id: row.clientId,
  name: row.name,
  redirect_uris: row.redirectUris,
  scopes: knownScopes(row.scopes),
  created_at: toEpochSeconds(row.createdAt),
});

/** Hosts of the buyer's own machine. An application there has no certificate, so http is fine (RFC 8252, 7.3). */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Checks that a redirect URI may be registered: https, or http on the buyer's own machine; no credentials, no fragment
 * (RFC 6749, 3.1.2), and no characters that a header would have to quote. Requests must match it exactly.
 * @param field the field's name, for the message
 * @throws Refusal
 */
export function checkRedirectUri(text: string, field: string): void {
  const url = /^[!-~]+$/.test(text) ? URL.parse(text) : null;
  const isPlain =
    url !== null &&
    /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname) &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!isPlain || !isSafe)
    throw new Refusal(
      'invalid',
      `${field} must be a complete address that starts with https://, or with http:// for ${LOOPBACK.join(', ')}. It can’t contain a user name or a fragment.`,
    );
}
