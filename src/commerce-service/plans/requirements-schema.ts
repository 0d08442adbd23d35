import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Prisma } from '../../database/index.ts';
import { fromJson, Moment } from '../api/common-schema.ts';

/**
 * Conditions that a buyer must meet, all of them. Unknown keys are stored without effect, since a client of the
 * specification may send keys of its own.
 */
const Known = Type.Partial(
  Type.Object({
    emails: Type.Array(Type.String(), { description: 'Addresses that may buy.' }),
    email_domains: Type.Array(Type.String(), {
      description: 'What may stand behind the @ of a buyer’s address; either this or emails must hold.',
    }),
    products: Type.Array(Type.String(), {
      description: 'Products of each of which the buyer must have a valid membership.',
    }),
    minimum_account_age_days: Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'Days since the shop first met the buyer.',
    }),
  }),
);
export type KnownRequirements = Static<typeof Known>;
export const Requirements = Type.Unsafe<KnownRequirements & Prisma.InputJsonObject>(Known);

/** How a plan is released. Unknown keys are stored without effect. */
const KnownSettings = Type.Partial(
  Type.Object({
    starts_at: Moment({ description: 'Nobody buys, joins or enters before: seconds since the epoch.' }),
    ends_at: Moment({ description: 'Nobody buys, joins or enters from then on.' }),
    winners: Type.Integer({ minimum: 1, maximum: 1000, description: 'How many a draw of the raffle picks.' }),
    claim_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Days that an accepted place is kept; 7 when left out.',
    }),
  }),
);
type KnownReleaseSettings = Static<typeof KnownSettings>;
export const ReleaseSettings = Type.Unsafe<KnownReleaseSettings & Prisma.InputJsonObject>(KnownSettings);

/** Returns a plan's known requirements; none if malformed, as rows from before validation may be. */
export function requirementsOf(plan: { readonly requirements: Prisma.JsonValue }): KnownRequirements {
  const stored = fromJson(plan.requirements);
  return Value.Check(Requirements, stored) ? stored : {};
}

/** Returns a plan's known release settings; none if malformed, as rows from before validation may be. */
export function releaseSettings(plan: {
  readonly releaseMethodSettings: Prisma.JsonValue;
}): KnownReleaseSettings {
  const stored = fromJson(plan.releaseMethodSettings);
  return Value.Check(ReleaseSettings, stored) ? stored : {};
}
