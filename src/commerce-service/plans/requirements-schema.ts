import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Prisma } from '../../database/index.ts';
import { fromJson, Moment } from '../api/schema.ts';

/**
 * Conditions that a buyer must meet, all of them. Unknown keys are stored without effect, since a client of the
 * specification may send keys of its own.
 */
const Known = Type.Partial(
  Type.Object({
    emails: Type.Array(Type.String(), { description: 'E-mail addresses that may buy.' }),
    email_domains: Type.Array(Type.String(), {
      description: 'Domains of e-mail addresses that may buy. A buyer needs to match either this or emails.',
    }),
    products: Type.Array(Type.String(), {
      description: 'Products. The buyer must have a valid membership of each.',
    }),
    minimum_account_age_days: Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'Minimum number of days since the buyer first became known to the shop.',
    }),
  }),
);
export type KnownRequirements = Static<typeof Known>;
export const Requirements = Type.Unsafe<KnownRequirements & Prisma.InputJsonObject>(Known);

/** How a plan is released. Unknown keys are stored without effect. */
const KnownSettings = Type.Partial(
  Type.Object({
    starts_at: Moment({
      description: 'No one can buy, join or enter before this time, in seconds since the Unix epoch.',
    }),
    ends_at: Moment({ description: 'No one can buy, join or enter from this time on.' }),
    winners: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Number of winners per draw of the raffle.',
    }),
    claim_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Days for which an accepted place is reserved. 7 by default.',
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
