import type { Context } from '../../src/discord/commands/context.ts';
import type { Words } from '../../src/i18n/index.ts';
import { regularPriceOf } from './plan.ts';

interface Membership {
  readonly id: string;
  readonly planId: string;
  readonly sourcePlanId: string | null;
  readonly productId: string | null;
  readonly productName: string | null;
}

/**
 * Returns a lookup of memberships' display names. The seller's name for a plan is for admins only; members see the
 * product's name and the price. A quick link's membership uses the plan that the link was copied from.
 */
export async function membershipNames(
  { features, words }: Context,
  isForMembers: boolean,
): Promise<(membership: Membership) => string> {
  const { plans, products } = await features.catalogue.all();
  const planById = new Map(plans.map((plan) => [plan.id, plan]));
  const productById = new Map(products.map(({ id, name }) => [id, name]));
  return (membership) => {
    const { planId, sourcePlanId, productId } = membership;
    const plan = planById.get(planId) ?? planById.get(sourcePlanId ?? '');
    const product = membership.productName ?? plan?.productName ?? productById.get(productId ?? '');
    if (!isForMembers) return joinedNames([product, plan?.name]) || planId;
    return joinedNames([product ?? words.membership.unnamed, plan && regularPriceOf(words.plans, plan)]);
  };
}

const joinedNames = (names: readonly (string | null | undefined)[]): string =>
  names.filter((name) => name != null).join(' · ');

/**
 * Returns the words for reasons with membership names instead of ids, if known. Names each reason, so that a new one
 * doesn't compile until it is decided here whether it mentions a membership.
 */
export function namedReasons(
  { reasons, membership: { called } }: Words,
  names: ReadonlyMap<string, string>,
): Words['reasons'] {
  const name = (id: string): string => {
    const known = names.get(id);
    return known === undefined ? id : called(known);
  };
  return {
    membershipGone: reasons.membershipGone,
    noMembership: reasons.noMembership,
    keptAtTheEnd: reasons.keptAtTheEnd,
    givenByHand: reasons.givenByHand,
    notGivenByUs: reasons.notGivenByUs,
    awaitsScreening: reasons.awaitsScreening,
    removedAtTheEnd: reasons.removedAtTheEnd,
    bot: reasons.bot,
    membershipValid: (id, status, isLinked) => reasons.membershipValid(name(id), status, isLinked),
    inGrace: (id, status, until) => reasons.inGrace(name(id), status, until),
    paymentLate: (id) => reasons.paymentLate(name(id)),
    paymentNotLate: (id) => reasons.paymentNotLate(name(id)),
    membershipEnded: (id, status) => reasons.membershipEnded(name(id), status),
    accountNotProven: (id) => reasons.accountNotProven(name(id)),
    buyerNotVerified: (id) => reasons.buyerNotVerified(name(id)),
    linkedElsewhere: (id) => reasons.linkedElsewhere(name(id)),
    connectedElsewhere: (id) => reasons.connectedElsewhere(name(id)),
    onItsWay: (id) => reasons.onItsWay(name(id)),
  };
}
