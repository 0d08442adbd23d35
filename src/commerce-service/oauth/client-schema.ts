import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Timestamp } from '../api/common-schema.ts';
import { knownScopes, SCOPE_NAMES } from './scopes.ts';

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
