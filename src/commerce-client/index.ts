import { createAsk } from './ask.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { createCapability } from './context.ts';
import { unreadable } from './faults.ts';
import { type FieldAliases, withOurNames } from './fields.ts';
import { type ListFilter, listMemberships, type MembershipPage } from './list.ts';
import { type Membership, toMembership } from './membership.ts';
import { createMemberships, type Memberships } from './memberships.ts';
import { createPlans, type Plans } from './plans.ts';
import { createProducts, type Products } from './products.ts';
import { createPromoCodes, type PromoCodes } from './promo-codes.ts';
import type { Turn } from './rate-limiter.ts';
import type { Service } from './request.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type { ListFilter } from './list.ts';
export type { Membership } from './membership.ts';
export type { MembershipDetails } from './membership-details.ts';
export type { Plan } from './plan.ts';
export { sharedRateSlots } from './rate-slots.ts';

/**
 * The bot's client for the Commerce Service. Except for `catalog`, every method throws a ChatFault whose code gives
 * the reason. Never conclude anything from an error.
 */
export interface CommerceClient {
  /** Reads a membership. `missing`: it doesn't exist. `unaskable`: the service doesn't support the query. */
  getMembership(id: string, turn?: Turn): Promise<Membership | 'missing' | 'unaskable'>;
  /** Whether the service supports membership queries at all. Cached for five minutes. */
  canBeAsked(turn?: Turn): Promise<boolean>;
  /**
   * Lists all memberships that are valid, or all that are not, oldest first. Each page is requested when the consumer
   * asks for it. A consumer that reaches the end has seen the whole list, apart from the `skipped` malformed items. An
   * incomplete list ends with an error.
   */
  listMemberships(filter: ListFilter): AsyncGenerator<MembershipPage, void, void>;

  /** For interactive use by admins. Each call returns or fails within half a minute. */
  readonly plans: Plans;
  readonly promoCodes: PromoCodes;
  readonly memberships: Memberships;
  readonly webhooks: Webhooks;
  readonly products: Products;
  readonly catalog: Catalog;
}

export type CommerceOptions = Service & { readonly aliases?: FieldAliases };

/** Creates a client. All requests with one API key must share one client, because it holds the rate limiter. */
export function createCommerceClient({ aliases = new Map(), ...service }: CommerceOptions): CommerceClient {
  const { clock } = service;
  const ask = createAsk(service);
  const capability = createCapability(ask, clock);
  const context = { ask, aliases, capability };
  const [plans, promoCodes, products] = [
    createPlans(context),
    createPromoCodes(context),
    createProducts(context),
  ];
  const catalog = createCatalog({ plans, promoCodes, products, clock });
  return {
    canBeAsked: (turn = {}) => capability.canBeAsked(turn),
    async getMembership(id, turn = {}) {
      if (capability.known() === false) return 'unaskable';
      const { body } = await ask(`/memberships/${encodeURIComponent(id)}?expand=plan`, turn);
      // A missing body means either no such membership or no such endpoint: check whether memberships can be listed.
      if (body === undefined) return (await capability.canBeAsked(turn)) ? 'missing' : 'unaskable';
      const membership = toMembership(withOurNames(aliases, body));
      if (membership?.id !== id) throw unreadable();
      return membership;
    },
    listMemberships: (filter) => listMemberships(ask, aliases, filter),
    plans: {
      ...plans,
      async create(plan) {
        const made = await plans.create(plan);
        catalog.addPlan(made);
        return made;
      },
    },
    promoCodes,
    products,
    catalog,
    memberships: createMemberships(context),
    webhooks: createWebhooks(context),
  };
}
