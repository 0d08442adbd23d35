import { randomBytes } from 'node:crypto';
import { OPERATOR } from './accounts.ts';
import type { EventName } from './event-names.ts';
import { newId } from './ids.ts';
import { listOf, type PageRequest, pageOf } from './pagination.ts';
import { Refusal } from './refusal.ts';
import { toWebhook } from './resources/webhook.ts';
import type { Service } from './service.ts';

export interface NewWebhook {
  readonly url: string;
  readonly enabled: boolean;
  /** All events when left out. */
  readonly events?: readonly EventName[];
}

/**
 * Registers an endpoint with a signing secret of its own, which this answer alone shows.
 * @throws Refusal when the address is not an http(s) one
 */
export async function createWebhook({ prisma, clock }: Service, accountId: string, input: NewWebhook) {
  const protocol = URL.parse(input.url)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Refusal('invalid', 'url must be an address that starts with http:// or https://.');
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const row = await prisma.webhook.create({
    data: {
      id: newId(clock, 'webhook'),
      accountId,
      url: input.url,
      secret,
      enabled: input.enabled,
      events: [...new Set(input.events)],
      createdAt: clock.now(),
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
  const [count, rows] = await prisma.$transaction([
    prisma.webhook.count({ where }),
    prisma.webhook.findMany({ where, ...pageOf(page) }),
  ]);
  return listOf(page, count, rows.map(toWebhook));
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
  await prisma.webhook.upsert({
    where: { accountId_handle: key },
    create: {
      ...key,
      ...endpoint,
      id: newId(clock, 'webhook'),
      enabled: true,
      events: [],
      createdAt: clock.now(),
    },
    update: endpoint,
  });
  await prisma.webhook.updateMany({
    where: { ...key, disabledReason: { not: null } },
    data: { enabled: true, disabledReason: null },
  });
}
