import { OPERATOR } from '../accounts.ts';
import { hashCredential, matchesHash } from '../credentials.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';

/** An application as its operator describes it. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What buyers are shown. */
  readonly name: string;
  /** Where buyers may be sent back to, compared exactly. */
  readonly redirectUris: readonly string[];
}

/** The application with this client id, or undefined. */
export const findClient = async ({ prisma }: Service, clientId: string) =>
  (await prisma.oAuthClient.findUnique({ where: { clientId } })) ?? undefined;

export type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>;

/** The application that these credentials belong to, or undefined where they are wrong. */
export async function authenticateClient(
  service: Service,
  { client_id, client_secret }: ClientCredentials,
): Promise<Client | undefined> {
  const client = await findClient(service, client_id);
  return client && matchesHash(client_secret, client.secretHash) ? client : undefined;
}

/** What an application proves with who it is. */
export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/**
 * Makes sure that the operator's application is there, with these credentials and addresses. Changed values
 * replace those before; tokens given earlier stay good. Safe to run twice.
 */
export async function ensureClient(
  { prisma, clock }: Service,
  accountId: string,
  application: Application,
): Promise<void> {
  const key = { accountId, handle: OPERATOR };
  const values = {
    clientId: application.clientId,
    secretHash: hashCredential(application.clientSecret),
    name: application.name,
    redirectUris: [...application.redirectUris],
  };
  await prisma.oAuthClient.upsert({
    where: { accountId_handle: key },
    create: { ...key, ...values, id: newId(clock, 'application'), createdAt: clock.now() },
    update: values,
  });
}
