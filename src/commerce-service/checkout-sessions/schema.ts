import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { FreeObject, fromJson, Nullable, secret, Timestamp } from '../api/schema.ts';
import { checkoutAddress } from '../plans/schema.ts';

/** A single sale that a seller prepares for a buyer. Beyond the specification. */
export const CheckoutSession = Type.Object({
  id: Type.String({ description: 'Prefix ch_. Also the checkout_session of the membership bought with it.' }),
  plan: Type.String(),
  metadata: FreeObject,
  purchase_url: Type.String({
    description: 'Address of the checkout for this session. It works for one purchase.',
    ...secret('plans:write', 'without password'),
  }),
  membership: Nullable(
    Type.String({ description: 'Id of the membership bought with it. Null until it is used.' }),
  ),
  created_at: Timestamp,
});
export type CheckoutSession = Static<typeof CheckoutSession>;

export const NewCheckoutSession = Type.Object({
  plan_id: Type.String({ description: 'Prefix plan_.' }),
  metadata: Type.Optional(FreeObject),
});
export type NewCheckoutSession = Static<typeof NewCheckoutSession>;

export const WITH_PLAN = { plan: true } as const;
export type CheckoutSessionRow = Prisma.CheckoutSessionGetPayload<{ include: typeof WITH_PLAN }>;

/** @param membership the id of the membership bought with it */
export const toCheckoutSession = (
  row: CheckoutSessionRow,
  publicUrl: string,
  membership: string | null,
): CheckoutSession => ({
  id: row.id,
  plan: row.planId,
  metadata: fromJson(row.metadata),
  purchase_url: checkoutAddress(row.plan, publicUrl, { session: row.id }),
  membership,
  created_at: toEpochSeconds(row.createdAt),
});
