import { OPERATOR } from '../accounts/service.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited } from '../audited.ts';
import { checkEndpointUrl } from '../deliveries/addresses.ts';
import { newSecret, replaceSecret } from '../deliveries/secrets.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { type EventName, toWebhook, type Webhook } from './schema.ts';

export interface NewWebhook {
  readonly url: string;
  readonly enabled: boolean;
  /** When omitted or empty: all events except the `app_` ones. */
  readonly events?: readonly EventName[];
}

export interface WebhookKey {
  readonly accountId: string;
  readonly id: string;
}

/** The endpoint to change, the author of the change, and whether the author uses the operator's own key. */
export interface WebhookChange extends WebhookKey, AccountAuthor {
  readonly isOperator: boolean;
}

/** Returns the part of a URL that goes into the audit log; the rest may contain a secret. */
export const originOf = (url: string) => ({ origin: new URL(url).origin });

export const objectOf = (id: string) => ({ type: 'webhook', id });

/** Registers an endpoint. No other response contains its signing secret. */
export async function createWebhook(service: Service, by: AccountAuthor, input: NewWebhook) {
  const { url, enabled } = input;
  await checkEndpointUrl(service, url);
  const secret = newSecret();
  const data = {
    id: newId(service.clock, 'webhook'),
    accountId: by.accountId,
    url,
    secret,
    enabled,
    events: [...new Set(input.events)],
    createdAt: service.clock.now(),
  };
  const row = await audited(
    service,
    by,
    (transaction) => transaction.webhook.create({ data }),
    ({ id }) => ({
      action: 'webhook registered',
      object: objectOf(id),
      details: { ...originOf(url), enabled, events: data.events },
    }),
  );
  return { ...toWebhook(row), secret };
}

/** Lists an account's endpoints, newest first. */
export async function listWebhooks(
  { prisma }: Service,
  accountId: string,
  { enabled, ...page }: PageRequest & { readonly enabled?: boolean },
) {
  const where = { accountId, ...(enabled !== undefined && { enabled }) };
  const [count, rows] = await readPage(
    page,
    () => prisma.webhook.findMany({ where, ...pageOf(page) }),
    () => prisma.webhook.count({ where }),
  );
  return listOf(page, count, rows.map(toWebhook));
}

/** @throws Refusal if the account has no such endpoint */
export async function findWebhook({ prisma }: Service, { accountId, id }: WebhookKey) {
  const row = await prisma.webhook.findFirst({ where: { accountId, id } });
  if (!row) throw new Refusal('not found', `There is no webhook ${id}.`);
  return row;
}

/**
 * Finds an endpoint for a change. The operator's own endpoint receives the community's purchases: a client that
 * redirected it or replaced its secret could withhold members' roles, or hand them out.
 * @throws Refusal 404 if the account has no such endpoint, 403 for the operator's own with any key but the operator's
 */
async function findChangeable(service: Service, { isOperator, accountId, id }: WebhookChange) {
  const row = await findWebhook(service, { accountId, id });
  if (row.handle === OPERATOR && !isOperator)
    throw new Refusal(
      'forbidden',
      'This webhook belongs to the operator. Only the operator’s key can change it.',
    );
  return row;
}

/** Changes an endpoint. A new address, and enabling it again, reset its failure record. */
export async function updateWebhook(
  service: Service,
  key: WebhookChange,
  { url, enabled, events }: Partial<NewWebhook>,
): Promise<Webhook> {
  const before = await findChangeable(service, key);
  const moves = url !== undefined && url !== before.url;
  const startsAnew = moves || (enabled === true && !before.enabled);
  if (moves) await checkEndpointUrl(service, url);
  const { id } = before;
  const data = {
    // The operator allowed a private address for the previous URL only.
    ...(moves && { url, mayBePrivate: false }),
    ...(enabled !== undefined && { enabled }),
    ...(enabled && { disabledReason: null }),
    ...(startsAnew && { failingSince: null, revision: { increment: 1 } }),
    ...(events && { events: [...new Set(events)] }),
  };
  const told = {
    ...(moves && originOf(url)),
    ...(enabled !== undefined && { enabled }),
    ...(events && { events }),
  };
  const row = await audited(
    service,
    key,
    (transaction) => transaction.webhook.update({ where: { id }, data }),
    () => ({ action: 'webhook updated', object: objectOf(id), details: told }),
  );
  return toWebhook(row);
}

/** Deletes an endpoint with its deliveries. */
export async function deleteWebhook(service: Service, key: WebhookChange): Promise<void> {
  const { id, accountId } = await findChangeable(service, key);
  await audited(
    service,
    key,
    (transaction) => transaction.webhook.deleteMany({ where: { id, accountId } }),
    () => ({ action: 'webhook deleted', object: objectOf(id) }),
  );
}

/** Rotates a signing secret. The old one keeps signing for a day, so that the receiver can switch over in time. */
export async function rotateSecret(service: Service, key: WebhookChange) {
  const { id } = await findChangeable(service, key);
  const { row, secret } = await audited(
    service,
    key,
    (transaction) => replaceSecret(service, transaction, id),
    () => ({ action: 'webhook secret rotated', object: objectOf(id) }),
  );
  return { ...toWebhook(row), secret };
}
