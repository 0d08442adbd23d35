import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import {
  Count,
  FreeObject,
  fromJson,
  Moment,
  Nullable,
  secret,
  Timestamp,
  toTimestamp,
} from '../api/schema.ts';
import { Currency, Plan } from '../plans/schema.ts';

export const PromoType = Type.Enum(['percentage', 'flat_amount']);
export const PromoDuration = Type.Enum(['once', 'repeating', 'forever']);
export const PromoStatus = Type.Enum(['active', 'inactive', 'archived']);
export type PromoStatus = Static<typeof PromoStatus>;

export const PromoCodeExpansion = Type.Enum(['plans']);
export type PromoCodeExpansion = Static<typeof PromoCodeExpansion>;

/** A discount that buyers get by entering a code. */
export const PromoCode = Type.Object({
  id: Type.String({ description: 'Prefix promo_.' }),
  plans: Type.Union([Type.String(), Type.Array(Plan), Type.Null()], {
    description:
      'The ids in plan_ids, separated by commas. Null if it is for all plans. The plans themselves when expanded.',
  }),
  amount_off: Type.Number({
    minimum: 0,
    description: 'Percent, or an amount in the major unit of base_currency, depending on promo_type.',
  }),
  base_currency: Currency,
  code: Nullable(
    Type.String({
      description: 'Buyers may enter it in upper or lower case. Null for API keys without promo_codes:write.',
      ...secret('promo_codes:write'),
    }),
  ),
  new_users_only: Type.Boolean({ description: 'For buyers who never had a membership here.' }),
  number_of_intervals: Nullable(
    Count({
      description: 'Number of charges that a repeating discount applies to. 0 for forever, null for once.',
    }),
  ),
  plan_ids: Type.Array(Type.String(), { description: 'Empty: for all plans.' }),
  promo_type: PromoType,
  status: PromoStatus,
  stock: Nullable(Count({ description: 'Uses left. Null if unlimited.' })),
  unlimited_stock: Type.Boolean(),
  uses: Count({ description: 'Purchases made with it.' }),
  created_at: Timestamp,
  expiration_datetime: Nullable(
    Type.Integer({ description: 'When it stops being accepted, in seconds since the Unix epoch.' }),
  ),
  metadata: FreeObject,
  duration: PromoDuration,
  existing_memberships_only: Type.Boolean({ description: 'For buyers who have a valid membership here.' }),
});
export type PromoCode = Static<typeof PromoCode>;

export const WITH_PLAN_IDS = { plans: { select: { planId: true }, orderBy: { planId: 'asc' } } } as const;
export type PromoCodeRow = Prisma.PromoCodeGetPayload<{ include: typeof WITH_PLAN_IDS }>;

/** @param plans replaces the ids of the plans, if the request expands them */
export function toPromoCode(row: PromoCodeRow, plans?: Plan[]): PromoCode {
  const planIds = row.plans.map(({ planId }) => planId);
  return {
    id: row.id,
    plans: plans ?? (planIds.join(',') || null),
    amount_off: row.amountOff.toNumber(),
    base_currency: row.baseCurrency,
    code: row.code,
    new_users_only: row.newUsersOnly,
    number_of_intervals: row.duration === 'forever' ? 0 : row.numberOfIntervals,
    plan_ids: planIds,
    promo_type: row.promoType,
    status: row.status,
    stock: row.stock,
    unlimited_stock: row.stock === null,
    uses: row.uses,
    created_at: toEpochSeconds(row.createdAt),
    expiration_datetime: toTimestamp(row.expiresAt),
    metadata: fromJson(row.metadata),
    duration: row.duration,
    existing_memberships_only: row.existingMembershipsOnly,
  };
}

const Stock = Count({ description: 'Number of possible uses. Unlimited if omitted.' });
const Expiration = Moment({ description: 'Seconds since the Unix epoch.' });

export const NewPromoCode = Type.Object({
  stock: Type.Optional(Stock),
  unlimited_stock: Type.Optional(Type.Boolean()),
  expiration_datetime: Type.Optional(Expiration),
  metadata: Type.Optional(FreeObject),
  code: Type.String({
    pattern: '^[A-Za-z0-9_-]{2,64}$',
    description: '2 to 64 letters, digits, dashes and underscores',
  }),
  amount_off: Type.Number({ description: 'Percent, or an amount in the major unit of base_currency.' }),
  promo_type: PromoType,
  base_currency: Currency,
  duration: Type.Optional(PromoDuration),
  number_of_intervals: Type.Optional(
    Count({
      maximum: 1000,
      description: 'Number of discounted charges. 0: all. It sets duration if that is omitted.',
    }),
  ),
  status: Type.Optional(Type.Enum(['active', 'inactive'])),
  plan_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })),
  new_users_only: Type.Optional(Type.Boolean()),
  existing_memberships_only: Type.Optional(Type.Boolean()),
});
export type NewPromoCode = Static<typeof NewPromoCode>;

/** Fields of a promo code that can change: whether and how long it is accepted, but not the discount itself. */
export const PromoCodeChange = Type.Object({
  stock: Type.Optional(Nullable(Stock)),
  unlimited_stock: Type.Optional(Type.Boolean()),
  expiration_datetime: Type.Optional(Nullable(Expiration)),
  metadata: Type.Optional(FreeObject),
  status: Type.Optional(PromoStatus),
});
export type PromoCodeChange = Static<typeof PromoCodeChange>;
