import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';

/** An endpoint that is told what happens. */
export const Webhook = Type.Object({
  id: Type.String({ description: 'Prefix hook_.' }),
  enabled: Type.Boolean(),
  url: Type.String(),
  created_at: Type.String({ description: 'Seconds since the Unix epoch, as a string.' }),
});
export type Webhook = Static<typeof Webhook>;

/** The answer to its creation: the only time that the secret is shown. */
export const CreatedWebhook = Type.Object({ ...Webhook.properties, secret: Type.String() });

export const toWebhook = (row: Prisma.WebhookGetPayload<object>): Webhook => ({
  id: row.id,
  enabled: row.enabled,
  url: row.url,
  created_at: String(toEpochSeconds(row.createdAt)),
});
