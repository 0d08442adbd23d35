import type { Transaction } from '../../database/index.ts';
import { OPERATOR, OPERATORS_OWN } from '../accounts/service.ts';
import { hashCredential, matchesHash } from '../api-keys/credentials.ts';
import { audited, CONFIGURATION, type Deed } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';

/** An application as configured by the operator. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Allowed redirect URIs, compared exactly. */
  readonly redirectUris: readonly string[];
}

export async function findClient({ prisma, operatorCredentials = [] }: Service, clientId: string) {
  const isOperators = operatorCredentials.some((credentials) => credentials.clientId === clientId);
  const where = isOperators ? OPERATORS_OWN : { clientId };
  return (await prisma.oAuthClient.findFirst({ where })) ?? undefined;
}

export type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** Returns the application that these credentials belong to; undefined if they are wrong. */
export async function authenticateClient(
  service: Service,
  { client_id, client_secret }: ClientCredentials,
): Promise<Client | undefined> {
  const client = await findClient(service, client_id);
  // Several have the same id while only the secret is replaced.
  const ours = service.operatorCredentials?.filter(({ clientId }) => clientId === client_id) ?? [];
  const hashes =
    ours.length > 0
      ? ours.map(({ clientSecret }) => hashCredential(clientSecret))
      : client && [client.secretHash];
  return hashes?.some((hash) => matchesHash(client_secret, hash)) ? client : undefined;
}

export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Creates or updates the operator's application as configured. Issued tokens stay valid. Idempotent. */
export async function ensureClient(
  service: Service,
  accountId: string,
  application: Application,
): Promise<void> {
  await audited(
    service,
    CONFIGURATION,
    (transaction) => ensure(service, transaction, accountId, application),
    (deed) => deed,
  );
}

/** @returns the change for the audit log; undefined if nothing changed */
async function ensure(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  { clientId, clientSecret, name, redirectUris }: Application,
): Promise<Deed | undefined> {
  const key = { accountId, handle: OPERATOR };
  const values = {
    clientId,
    secretHash: hashCredential(clientSecret),
    name,
    redirectUris: [...redirectUris],
  };
  const id = newId(clock, 'application');
  const data = { ...key, ...values, id, createdAt: clock.now() };
  const { count } = await transaction.oAuthClient.createMany({ data, skipDuplicates: true });
  if (count === 1) return { action: 'oauth client registered', object: { type: 'oauth_client', id } };
  const isSame = { ...values, redirectUris: { equals: values.redirectUris } };
  const [changed] = await transaction.oAuthClient.updateManyAndReturn({
    where: { ...key, NOT: isSame },
    data: values,
  });
  return changed && { action: 'oauth client updated', object: { type: 'oauth_client', id: changed.id } };
}
