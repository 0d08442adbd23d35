import Type, { type Static } from 'typebox';
import { Count, FreeObject, Moment, Nullable } from '../api/common-schema.ts';
import { Currency } from '../plans/schema.ts';
import { PromoDuration, PromoStatus, PromoType } from './schema.ts';

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
