import type { Prisma, Transaction } from '../../database/index.ts';
import { OPERATOR } from '../accounts/service.ts';
import { audited, CONFIGURATION, type Deed } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { objectOf, originOf } from './service.ts';

interface Endpoint {
  readonly url: string;
  readonly secret: string;
}

/** Creates or updates the operator's endpoint. Enables it again if the service had disabled it. Idempotent. */
export async function ensureWebhook(service: Service, accountId: string, endpoint: Endpoint): Promise<void> {
  await audited(
    service,
    CONFIGURATION,
    (transaction) => ensure(service, transaction, accountId, endpoint),
    (deed) => deed,
  );
}

/** @returns the change; undefined if everything was up to date */
async function ensure(
  { clock }: Service,
  transaction: Transaction,
  accountId: string,
  endpoint: Endpoint,
): Promise<Deed | undefined> {
  const key = { accountId, handle: OPERATOR };
  // The operator's own endpoint usually runs on the same machine or network.
  const given = { ...endpoint, mayBePrivate: true };
  const id = newId(clock, 'webhook');
  const data = { ...key, ...given, id, enabled: true, events: [], createdAt: clock.now() };
  const { count } = await transaction.webhook.createMany({ data, skipDuplicates: true });
  if (count === 1)
    return { action: 'webhook registered', object: objectOf(id), details: originOf(endpoint.url) };
  const changed = async (where: Prisma.WebhookWhereInput, change: Prisma.WebhookUpdateManyMutationInput) =>
    (await transaction.webhook.updateMany({ where: { ...key, ...where }, data: change })).count > 0;
  const startsAnew = { failingSince: null, revision: { increment: 1 } };
  const { url, secret } = endpoint;
  const fields = [
    ...((await changed({ url: { not: url } }, { url, ...startsAnew })) ? ['url'] : []),
    ...((await changed({ secret: { not: secret } }, { secret })) ? ['secret'] : []),
    ...((await changed({ mayBePrivate: false }, { mayBePrivate: true })) ? ['may_be_private'] : []),
    ...((await changed(
      { disabledReason: { not: null } },
      { enabled: true, disabledReason: null, ...startsAnew },
    ))
      ? ['enabled']
      : []),
  ];
  if (fields.length === 0) return undefined;
  const own = await transaction.webhook.findUniqueOrThrow({ where: { accountId_handle: key } });
  return { action: 'webhook updated', object: objectOf(own.id), details: { ...originOf(url), fields } };
}
