import { OPERATOR } from '../accounts.ts';
import { hashCredential, newCredential } from '../credentials.ts';
import { newId } from '../ids.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../pagination.ts';
import { Refusal } from '../refusal.ts';
import { type CreatedOAuthClient, type OAuthClient, toOAuthClient } from '../resources/oauth-client.ts';
import type { Service } from '../service.ts';
import type { Client } from './clients.ts';
import { checkRedirectUri } from './redirect-uri.ts';
import type { Scope } from './scopes.ts';

/** An application as a seller registers it. */
export interface NewOAuthClient {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly Scope[];
}

/** An account's application. */
export interface ClientKey {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Registers an application. Of its secret only the hash is kept: this answer alone shows it.
 * @throws Refusal when buyers may not be sent back to one of its addresses
 */
export async function createClient(
  { prisma, clock }: Service,
  accountId: string,
  { name, redirect_uris, scopes }: NewOAuthClient,
): Promise<CreatedOAuthClient> {
  const client_secret = newSecret();
  const id = newId(clock, 'application');
  const row = await prisma.oAuthClient.create({
    data: {
      ...{ id, accountId, clientId: id, name, secretHash: hashCredential(client_secret) },
      redirectUris: checked(redirect_uris),
      scopes: [...new Set(scopes)],
      createdAt: clock.now(),
    },
  });
  return { ...toOAuthClient(row), client_secret };
}

/** An account's applications, newest first; the operator's own too. */
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
export const retrieveClient = async (service: Service, key: ClientKey): Promise<OAuthClient> =>
  toOAuthClient(await load(service, key));

/**
 * Changes what is named. What buyers have agreed to before stays as it is.
 * @throws Refusal 404 when there is no such application, 409 for the operator's own, 400 for a wrong address
 */
export async function updateClient(
  service: Service,
  key: ClientKey,
  { name, redirect_uris, scopes }: Partial<NewOAuthClient>,
): Promise<OAuthClient> {
  await refuseOperators(service, key);
  const data = {
    ...(name !== undefined && { name }),
    ...(redirect_uris && { redirectUris: checked(redirect_uris) }),
    ...(scopes && { scopes: [...new Set(scopes)] }),
  };
  await service.prisma.oAuthClient.updateMany({ where: { ...key }, data });
  return retrieveClient(service, key);
}

/**
 * Gives an application a new secret, which this answer alone shows. The one before ends at once; tokens stay good.
 * @throws Refusal 404 when there is no such application, 409 for the operator's own
 */
export async function rotateClientSecret(service: Service, key: ClientKey): Promise<CreatedOAuthClient> {
  await refuseOperators(service, key);
  const client_secret = newSecret();
  const data = { secretHash: hashCredential(client_secret) };
  await service.prisma.oAuthClient.updateMany({ where: { ...key }, data });
  return { ...(await retrieveClient(service, key)), client_secret };
}

/**
 * Removes an application, and with it every consent, code and token that it was given.
 * @throws Refusal 404 when there is no such application, 409 for the operator's own
 */
export async function deleteClient(service: Service, key: ClientKey): Promise<void> {
  await refuseOperators(service, key);
  await service.prisma.oAuthClient.deleteMany({ where: { ...key } });
}

const newSecret = (): string => newCredential('secret');

async function load({ prisma }: Service, { accountId, id }: ClientKey): Promise<Client> {
  const row = await prisma.oAuthClient.findFirst({ where: { accountId, id } });
  if (!row) throw new Refusal('not found', `There is no OAuth client ${id}.`);
  return row;
}

async function refuseOperators(service: Service, key: ClientKey): Promise<void> {
  if ((await load(service, key)).handle === OPERATOR)
    throw new Refusal(
      'conflict',
      'This application comes from the configuration of the service: change it there.',
    );
}

function checked(redirectUris: readonly string[]): string[] {
  for (const [index, uri] of redirectUris.entries()) checkRedirectUri(uri, `redirect_uris.${index}`);
  return [...new Set(redirectUris)];
}
