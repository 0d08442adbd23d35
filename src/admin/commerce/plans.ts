import { requireMaySell, type SellingDeps, type Sources } from '../../access/mappings/authority.ts';
import { listMappings } from '../../access/mappings/mappings.ts';
import type { CommerceClient } from '../../commerce-client/index.ts';
import type { Page, PageRequest } from '../../commerce-client/list.ts';
import { CURRENCIES, type NewPlan, type NewQuickLink } from '../../commerce-client/new-plan.ts';
import type { Plan } from '../../commerce-client/plan.ts';
import type { PlanFilter } from '../../commerce-client/plans.ts';
import type { PrismaClient } from '../../database/index.ts';
import type { Fault } from '../../errors.ts';
import { carryOut, isCertain, type OrderDeps } from '../order.ts';

export interface PlansDeps extends OrderDeps, SellingDeps {
  readonly commerce: Pick<CommerceClient, 'plans' | 'catalog'>;
}

/** An admin who orders something, the guild they do it in, and the signal that aborts their request. */
export interface Orderer {
  readonly guildId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

export interface PlanInUse extends Plan {
  /** Number of its memberships that give access now. */
  readonly members: number;
  /** The roles it gives in the guild: by its own mappings, its product's, or those of the plan it was copied from. */
  readonly roleIds: readonly string[];
}

export type PlansForAdmins = ReturnType<typeof plansForAdmins>;

export const plansForAdmins = (deps: PlansDeps) => ({
  /** ISO 4217, lower case. */
  currencies: CURRENCIES,
  async list(guildId: string, request: PageRequest & PlanFilter): Promise<Page<PlanInUse>> {
    const page = await deps.commerce.plans.list(request);
    return { ...page, items: await inUse(deps.prisma, guildId, page.items) };
  },
  /**
   * @param orderId idempotency key: an order given twice is carried out once
   * @returns the plan, or the fault if it certainly wasn't created
   * @throws ChatFault if it may have been created, Fault `ORDERED_ALREADY`
   */
  async create(
    plan: NewPlan,
    orderId: string,
    orderer: Orderer,
  ): Promise<{ readonly plan: Plan } | { readonly refusal: Fault }> {
    const { guildId, userId: actor, signal } = orderer;
    try {
      await requireMaySell(deps, await productsOf(deps, plan), orderer, signal);
      const made = await carryOut(
        deps,
        { id: orderId, guildId, actor, action: 'plan created', object: planOf(plan.internalNotes ?? '') },
        () => deps.commerce.plans.create(plan),
        ({ id, name }) => ({ id, details: { name } }),
      );
      return { plan: made };
    } catch (error) {
      if (isCertain(error)) return { refusal: error };
      throw error;
    }
  },
  /** @throws ChatFault; after `COMMERCE_UNKNOWN_OUTCOME` the link may have been created */
  async createQuickLink(planId: string, link: NewQuickLink, orderer: Orderer): Promise<Plan> {
    const { guildId, userId: actor, signal } = orderer;
    await requireMaySell(deps, sourcesOf(await deps.commerce.plans.get(planId)), orderer, signal);
    return carryOut(
      deps,
      { guildId, actor, action: 'quick link created', object: planOf(planId) },
      () => deps.commerce.plans.createQuickLink(planId, link),
      // Only the id is recorded: the link's URL may contain its password.
      ({ id }) => ({ details: { quickLinkId: id } }),
    );
  },
});

/**
 * Returns the product in which a new plan may be. Without an id the service may choose one, as ours does if there is
 * only one product. An id that the catalog doesn't have may be another spelling of one that it has.
 */
async function productsOf({ commerce }: PlansDeps, { productId }: NewPlan): Promise<Sources> {
  const isListed = productId !== undefined && (await commerce.catalog.has(productId)) === true;
  return isListed ? [productId] : 'any product';
}

const planOf = (id: string) => ({ type: 'plan', id });

/** Lists the mapping sources that a plan counts for: itself, the plan it was copied from, and its product. */
const sourcesOf = ({ id, sourcePlanId, productId }: Plan): readonly string[] =>
  [id, sourcePlanId, productId].filter((source) => source !== null);

async function inUse(prisma: PrismaClient, guildId: string, plans: readonly Plan[]): Promise<PlanInUse[]> {
  const [counts, mappings] = await Promise.all([
    prisma.mirroredMembership.groupBy({
      by: ['planId'],
      where: { valid: true, planId: { in: plans.map(({ id }) => id) } },
      _count: true,
    }),
    listMappings(prisma, guildId),
  ]);
  const members = new Map(counts.map(({ planId, _count }) => [planId, _count]));
  return plans.map((plan) => {
    const sources = sourcesOf(plan);
    const giving = mappings.filter(({ sourceId }) => sources.includes(sourceId));
    return {
      ...plan,
      members: members.get(plan.id) ?? 0,
      roleIds: [...new Set(giving.map(({ roleId }) => roleId))],
    };
  });
}
