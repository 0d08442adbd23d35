import { OPERATOR } from './accounts.ts';
import { checkEndpointUrl } from './deliveries/endpoint-url.ts';
import { newSecret, replaceSecret } from './deliveries/secrets.ts';
import type { EventName } from './event-names.ts';
import { newId } from './ids.ts';
import { listOf, type PageRequest, pageOf, readPage } from './pagination.ts';
import { Refusal } from './refusal.ts';
import { toWebhook, type Webhook } from './resources/webhook.ts';
import type { Service } from './service.ts';

export interface NewWebhook {
  readonly url: string;
  readonly enabled: boolean;
  /** All events when left out, or empty. */
  readonly events?: readonly EventName[];
}

/** An account's endpoint. */
export interface WebhookKey {
  readonly accountId: string;
  readonly id: string;
}

/** An endpoint, and whether it is the operator's own key that asks. */
export interface WebhookChange extends WebhookKey {
  readonly isOperator: boolean;
}

/**
 * Registers an endpoint with a signing secret of its own, which this answer alone shows.
 * @throws Refusal when the address is not an http(s) one, or not public
 */
export async function createWebhook(service: Service, accountId: string, input: NewWebhook) {
  await checkEndpointUrl(service, input.url);
  const secret = newSecret();
  const row = await service.prisma.webhook.create({
    data: {
      id: newId(service.clock, 'webhook'),
      accountId,
      url: input.url,
      secret,
      enabled: input.enabled,
      events: [...new Set(input.events)],
      createdAt: service.clock.now(),
    },
  });
  return { ...toWebhook(row), secret };
}

/** An account's endpoints, newest first. */
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

/** @throws Refusal when the account has no such endpoint */
export async function findWebhook({ prisma }: Service, { accountId, id }: WebhookKey) {
  const row = await prisma.webhook.findFirst({ where: { accountId, id } });
  if (!row) throw new Refusal('not found', `There is no webhook ${id}.`);
  return row;
}

/**
 * Finds an endpoint that is to be changed. The operator's own one takes what is sold to the community: who moved it, or
 * gave it another secret, could keep everybody from their roles, or hand them out.
 * @throws Refusal 404 when the account has no such endpoint, 403 for the operator's own with any key but the operator's
 */
async function findChangeable(service: Service, { isOperator, accountId, id }: WebhookChange) {
  const row = await findWebhook(service, { accountId, id });
  if (row.handle === OPERATOR && !isOperator)
    throw new Refusal('forbidden', 'This webhook is the operator’s own: only the operator’s key changes it.');
  return row;
}

/**
 * Changes an endpoint. One that moves, or is switched on again, starts with a clean record.
 * @throws Refusal when there is no such endpoint, it is the operator's own, or the new address may not be one
 */
export async function updateWebhook(
  service: Service,
  key: WebhookChange,
  { url, enabled, events }: Partial<NewWebhook>,
): Promise<Webhook> {
  const before = await findChangeable(service, key);
  const moves = url !== undefined && url !== before.url;
  const startsAnew = moves || (enabled === true && !before.enabled);
  if (moves) await checkEndpointUrl(service, url);
  const row = await service.prisma.webhook.update({
    where: { id: before.id },
    data: {
      // The operator's word was about the address before.
      ...(moves && { url, mayBePrivate: false }),
      ...(enabled !== undefined && { enabled }),
      ...(enabled && { disabledReason: null }),
      ...(startsAnew && { failingSince: null, revision: { increment: 1 } }),
      ...(events && { events: [...new Set(events)] }),
    },
  });
  return toWebhook(row);
}

/**
 * Removes an endpoint, with its deliveries.
 * @throws Refusal when the account has no such endpoint, or it is the operator's own
 */
export async function deleteWebhook(service: Service, key: WebhookChange): Promise<void> {
  const { id, accountId } = await findChangeable(service, key);
  await service.prisma.webhook.deleteMany({ where: { id, accountId } });
}

/**
 * Gives an endpoint a new secret, which this answer alone shows. The one before goes on signing for a day, so
 * that the receiver can change over in its own time.
 * @throws Refusal 404 when the account has no such endpoint, 403 for the operator's own, 409 when it was given too many
 * within a day
 */
export async function rotateSecret(service: Service, key: WebhookChange) {
  const { id } = await findChangeable(service, key);
  const { row, secret } = await replaceSecret(service, id);
  return { ...toWebhook(row), secret };
}

/**
 * Makes sure that the operator's endpoint is there, with this address and secret. One that the service had
 * switched off is switched on again: the operator has just started it. Safe to run twice.
 */
export async function ensureWebhook(
  { prisma, clock }: Service,
  accountId: string,
  endpoint: { readonly url: string; readonly secret: string },
): Promise<void> {
  const key = { accountId, handle: OPERATOR };
  // The operator's own endpoint is next door, as a rule.
  const given = { ...endpoint, mayBePrivate: true };
  const create = {
    ...key,
    ...given,
    id: newId(clock, 'webhook'),
    enabled: true,
    events: [],
    createdAt: clock.now(),
  };
  await prisma.webhook.upsert({ where: { accountId_handle: key }, create, update: { handle: OPERATOR } });
  const startsAnew = { failingSince: null, revision: { increment: 1 } };
  await prisma.webhook.updateMany({
    where: { ...key, url: { not: given.url } },
    data: { url: given.url, ...startsAnew },
  });
  await prisma.webhook.updateMany({ where: key, data: given });
  await prisma.webhook.updateMany({
    where: { ...key, disabledReason: { not: null } },
    data: { enabled: true, disabledReason: null, ...startsAnew },
  });
}
