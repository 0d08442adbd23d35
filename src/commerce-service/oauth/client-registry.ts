import type { Transaction } from '../../database/index.ts';
import { OPERATOR } from '../accounts/service.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { hashCredential, newCredential } from '../api-keys/credentials.ts';
import { type AccountAuthor, audited, fieldsOf } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import {
  type CreatedOAuthClient,
  checkRedirectUri,
  type OAuthClient,
  type Scope,
  toOAuthClient,
} from './client-schema.ts';
import type { Client } from './clients.ts';

export interface NewOAuthClient {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly Scope[];
}

/** Identifies an application of an account. */
export interface ClientKey {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Registers an application. Its secret is returned only here; the service stores only a hash.
 * @throws Refusal if a redirect URI is not allowed
 */
export async function createClient(
  service: Service,
  by: AccountAuthor,
  { name, redirect_uris, scopes: asked }: NewOAuthClient,
): Promise<CreatedOAuthClient> {
  const { accountId } = by;
  const client_secret = newSecret();
  const id = newId(service.clock, 'application');
  const scopes = [...new Set(asked)];
  const data = {
    id,
    accountId,
    clientId: id,
    name,
    secretHash: hashCredential(client_secret),
    redirectUris: checked(redirect_uris),
    scopes,
    createdAt: service.clock.now(),
  };
  const row = await audited(
    service,
    by,
    (transaction) => transaction.oAuthClient.create({ data }),
    () => ({ action: 'oauth client registered', object: objectOf(id), details: { name, scopes } }),
  );
  return { ...toOAuthClient(row), client_secret };
}

const objectOf = (id: string) => ({ type: 'oauth_client', id });

/** Lists an account's applications, newest first, including the operator's own. */
export async function listClients({ prisma }: Service, accountId: string, page: PageRequest) {
  const where = { accountId };
  const [count, rows] = await readPage(
    page,
    () => prisma.oAuthClient.findMany({ where, ...pageOf(page) }),
    () => prisma.oAuthClient.count({ where }),
  );
  return listOf(page, count, rows.map(toOAuthClient));
}

/** @throws Refusal when the account has no such application */
export const retrieveClient = async ({ prisma }: Service, key: ClientKey): Promise<OAuthClient> =>
  toOAuthClient(await load(prisma, key));

export type ClientTarget = ClientKey & AccountAuthor;

/**
 * Updates the given fields. Existing consents keep their scopes.
 * @throws Refusal 404 if there is no such application, 409 if it is the operator's own, 400 if a redirect URI is not
 *   allowed
 */
export const updateClient = (
  service: Service,
  key: ClientTarget,
  change: Partial<NewOAuthClient>,
): Promise<OAuthClient> =>
  audited(
    service,
    key,
    async (transaction) => {
      const { id } = await loadChangeable(transaction, key);
      const { name, redirect_uris, scopes } = change;
      const data = {
        ...(name !== undefined && { name }),
        ...(redirect_uris && { redirectUris: checked(redirect_uris) }),
        ...(scopes && { scopes: [...new Set(scopes)] }),
      };
      return toOAuthClient(await transaction.oAuthClient.update({ where: { id }, data }));
    },
    ({ id }) => ({
      action: 'oauth client updated',
      object: objectOf(id),
      details: { fields: fieldsOf(['name', 'redirect_uris', 'scopes'], change) },
    }),
  );

/**
 * Replaces an application's secret. Only this response contains the new one; the old one stops working at once. Tokens
 * stay valid.
 * @throws Refusal 404 if there is no such application, 409 if it is the operator's own
 */
export async function rotateClientSecret(service: Service, key: ClientTarget): Promise<CreatedOAuthClient> {
  const client_secret = newSecret();
  const row = await audited(
    service,
    key,
    async (transaction) => {
      const { id } = await loadChangeable(transaction, key);
      const data = { secretHash: hashCredential(client_secret) };
      return transaction.oAuthClient.update({ where: { id }, data });
    },
    ({ id }) => ({ action: 'oauth client secret rotated', object: objectOf(id) }),
  );
  return { ...toOAuthClient(row), client_secret };
}

/**
 * Deletes an application with all of its consents, codes and tokens.
 * @throws Refusal 404 if there is no such application, 409 if it is the operator's own
 */
export async function deleteClient(service: Service, key: ClientTarget): Promise<void> {
  await audited(
    service,
    key,
    async (transaction) => {
      const { id } = await loadChangeable(transaction, key);
      return transaction.oAuthClient.delete({ where: { id } });
    },
    ({ id }) => ({ action: 'oauth client deleted', object: objectOf(id) }),
  );
}

const newSecret = (): string => newCredential('secret');

async function load(database: Transaction, { accountId, id }: ClientKey): Promise<Client> {
  const row = await database.oAuthClient.findFirst({ where: { accountId, id } });
  if (!row) throw new Refusal('not found', `There is no OAuth client ${id}.`);
  return row;
}

async function loadChangeable(transaction: Transaction, key: ClientKey): Promise<Client> {
  // Locks the row, so that concurrent changes run one after the other.
  await transaction.$queryRaw`
    SELECT id FROM commerce.oauth_clients WHERE account_id = ${key.accountId} AND id = ${key.id} FOR NO KEY UPDATE`;
  const client = await load(transaction, key);
  if (client.handle !== OPERATOR) return client;
  throw new Refusal(
    'conflict',
    'This application is defined in the configuration of the service. Change it there.',
  );
}

function checked(redirectUris: readonly string[]): string[] {
  for (const [index, uri] of redirectUris.entries()) checkRedirectUri(uri, `redirect_uris.${index}`);
  return [...new Set(redirectUris)];
}
