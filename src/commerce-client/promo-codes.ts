import Type from 'typebox';
import Value from 'typebox/value';
import type { ClientContext } from './context.ts';
import { Amount, Maybe, Moment, readable, toDate, toNumber, withOurNames } from './fields.ts';
import { type Page, type PageRequest, readPage, toQuery } from './list.ts';
import { FOR_A_PERSON, type Turn } from './rate-limiter.ts';

/** `code` is optional: services hide it from read-only keys. */
const WirePromoCode = Type.Object({ id: Type.String(), code: Maybe(Type.String()) });

const WireDetails = Type.Object({
  status: Maybe(Type.String()),
  promo_type: Maybe(Type.String()),
  amount_off: Maybe(Amount),
  base_currency: Maybe(Type.String()),
  duration: Maybe(Type.String()),
  number_of_intervals: Maybe(Amount),
  plan_ids: Maybe(Type.Array(Type.String())),
  stock: Maybe(Amount),
  unlimited_stock: Maybe(Type.Boolean()),
  uses: Maybe(Amount),
  new_users_only: Maybe(Type.Boolean()),
  existing_memberships_only: Maybe(Type.Boolean()),
  created_at: Maybe(Moment),
  expiration_datetime: Maybe(Moment),
});

/** Discount. Null means that the service doesn't say. */
export interface PromoCode {
  readonly id: string;
  /** Text that buyers type; the id if the service hides it from our key. */
  readonly code: string;
  /** `active`, `inactive` or `archived`. */
  readonly status: string | null;
  /** `percentage` or `flat_amount`; other services may use other names. */
  readonly type: string | null;
  /** In percent or in the currency's major unit, depending on `type`. */
  readonly amountOff: number | null;
  readonly currency: string | null;
  /** `once`, `repeating` or `forever`; other services may use other names. */
  readonly duration: string | null;
  /** Number of charges that a repeating discount applies to. */
  readonly intervals: number | null;
  /** Empty if it applies to all plans. */
  readonly planIds: readonly string[];
  /** Uses left; null if unlimited or unknown. */
  readonly stock: number | null;
  readonly uses: number | null;
  readonly newUsersOnly: boolean;
  readonly existingMembershipsOnly: boolean;
  readonly createdAt: Date | null;
  readonly expiresAt: Date | null;
}

export type PromoStatus = 'active' | 'inactive' | 'archived';

export interface PromoCodes {
  list(
    request?: PageRequest & { readonly status?: PromoStatus | undefined },
    turn?: Turn,
  ): Promise<Page<PromoCode>>;
}

export function createPromoCodes({ ask, aliases }: ClientContext): PromoCodes {
  const read = (wire: unknown) => toPromoCode(withOurNames(aliases, wire));
  return {
    list({ page, per, status } = {}, turn = FOR_A_PERSON) {
      const path = `/promo_codes${toQuery({ page, per, status })}`;
      return readPage(ask, turn, { path, what: 'list promo codes', read });
    },
  };
}

function toPromoCode(answer: unknown): PromoCode | undefined {
  if (!Value.Check(WirePromoCode, answer)) return undefined;
  const said = readable(WireDetails, answer);
  return {
    id: answer.id,
    code: answer.code ?? answer.id,
    status: said.status ?? null,
    type: said.promo_type ?? null,
    amountOff: toNumber(said.amount_off),
    currency: said.base_currency?.toLowerCase() ?? null,
    duration: said.duration ?? null,
    intervals: toNumber(said.number_of_intervals),
    planIds: said.plan_ids ?? [],
    stock: said.unlimited_stock ? null : toNumber(said.stock),
    uses: toNumber(said.uses),
    newUsersOnly: said.new_users_only ?? false,
    existingMembershipsOnly: said.existing_memberships_only ?? false,
    createdAt: toDate(said.created_at) ?? null,
    expiresAt: toDate(said.expiration_datetime) ?? null,
  };
}
