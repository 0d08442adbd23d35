import Type, { type Static } from 'typebox';
import { Count, FreeObject, Nullable } from '../api/schema.ts';
import { NewCustomField } from './custom-fields.ts';
import { ReleaseSettings, Requirements } from './requirements-schema.ts';
import { Currency, PlanType, PlanVisibility, ReleaseMethod } from './schema.ts';

const Price = Type.Number({ minimum: 0, description: 'In the major unit of base_currency.' });
const Note = Type.String({ maxLength: 500 });
const Description = Type.String({ maxLength: 2000 });

/** Last segment of an address below /checkout/. It must not look like a plan's id, which is used there too. */
const ShortLink = Type.String({
  pattern: '^(?!plan_)[A-Za-z0-9_-]{3,64}$',
  description: '3 to 64 letters, digits, dashes and underscores, not starting with plan_',
});

/** A period of one day to about a hundred years. */
const Days = Count({ minimum: 1, maximum: 36_500, description: 'Days.' });

const GraceDays = Count({ maximum: 36_500 });
const TrialDays = Count({ maximum: 36_500 });

/** Input for creating a plan. Every field is optional. */
export const NewPlan = Type.Partial(
  Type.Object({
    product_id: Type.String({ description: 'Prefix prod_, or the older prefix pass_.' }),
    access_pass_id: Type.String({ deprecated: true, description: 'Use product_id.' }),
    plan_type: PlanType,
    allow_multiple_quantity: Type.Boolean(),
    base_currency: Currency,
    billing_period: Days,
    card_payments: Type.Boolean(),
    commerce_crypto_accepted: Type.Boolean(),
    expiration_days: Days,
    grace_period_days: GraceDays,
    initial_price: Price,
    internal_notes: Note,
    payment_link_description: Description,
    one_per_user: Type.Boolean(),
    refillable: Type.Boolean(),
    release_method: ReleaseMethod,
    release_method_settings: ReleaseSettings,
    renewal_price: Price,
    requirements: Requirements,
    short_link: ShortLink,
    stock: Count({ description: 'Units to sell.' }),
    trial_period_days: TrialDays,
    unlimited_stock: Type.Boolean(),
    visibility: PlanVisibility,
    metadata: FreeObject,
    custom_fields: Type.Array(NewCustomField, {
      maxItems: 10,
      description: 'Questions that the checkout asks. A new list replaces the old one.',
    }),
    wallet_accepted: Type.Boolean(),
    split_pay_required_payments: Count(),
  }),
);
export type NewPlan = Static<typeof NewPlan>;

const Password = Type.String({ minLength: 1, maxLength: 200 });

/** Fields of a plan that can change. Null clears a field that may be empty. */
export const PlanChange = Type.Partial(
  Type.Object({
    ...NewPlan.properties,
    billing_period: Nullable(Days),
    expiration_days: Nullable(Days),
    grace_period_days: Nullable(GraceDays),
    internal_notes: Nullable(Note),
    payment_link_description: Nullable(Description),
    short_link: Nullable(ShortLink),
    split_pay_required_payments: Nullable(Count()),
    stock: Nullable(Count({ description: 'Units to sell. Null: unlimited.' })),
    trial_period_days: Nullable(TrialDays),
    custom_password: Nullable(Password),
  }),
);
export type PlanChange = Static<typeof PlanChange>;

/** Fields in which a quick link can differ from the plan that it copies. */
export const NewQuickLink = Type.Partial(
  Type.Object({
    internal_notes: Note,
    payment_link_description: Description,
    short_link: ShortLink,
    custom_password: Password,
    stock: Count({ description: 'Units to sell; 1 by default.' }),
    trial_period_days: TrialDays,
    metadata: FreeObject,
    requirements: Requirements,
  }),
);
export type NewQuickLink = Static<typeof NewQuickLink>;
