import { createAbility } from './ability.ts';
import { type FieldAliases, withOurNames } from './aliases.ts';
import { createAsk, type Service } from './ask.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { unreadable } from './faults.ts';
import { type ListFilter, listMemberships, type MembershipPage } from './list-memberships.ts';
import { type Membership, toMembership } from './membership.ts';
import { createMemberships, type Memberships } from './memberships.ts';
import type { Turn } from './pace.ts';
import { createPlans, type Plans } from './plans.ts';
import { createProducts, type Products } from './products.ts';
import { createPromoCodes, type PromoCodes } from './promo-codes.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export type { ListFilter } from './list-memberships.ts';
export type { Membership } from './membership.ts';
export type { MembershipDetails } from './membership-details.ts';
export type { Plan } from './plan.ts';
export { sharedSlots } from './shared-slots.ts';

/**
 * The bot's view of the Commerce Service. Every method throws a CommerceFault, whose code tells what happened. An
 * error is never an answer: nothing may be concluded from it.
 */
export interface CommerceClient {
  /**
   * The membership as it is now; `missing` when the service says that it doesn't exist, `unaskable` when it is
   * a service that answers no such questions.
   */
  getMembership(id: string, turn?: Turn): Promise<Membership | 'missing' | 'unaskable'>;
  /** Whether the service answers questions about memberships at all. Remembered for some minutes. */
  canBeAsked(turn?: Turn): Promise<boolean>;
  /**
   * All memberships that are valid, or that are not, page by page, oldest first; each page is asked for when
   * it is taken. Whoever gets to the end has seen the whole list, but for those `skipped` that make no sense; half
   * a list ends with an error.
   */
  listMemberships(filter: ListFilter): AsyncGenerator<MembershipPage, void, void>;

  /** For people: what admins see and do. Each answers within half a minute, with a fault if nothing better. */
  readonly plans: Plans;
  readonly promoCodes: PromoCodes;
  readonly memberships: Memberships;
  readonly webhooks: Webhooks;
  readonly products: Products;
  readonly catalog: Catalog;
}

export type CommerceOptions = Service & { readonly aliases?: FieldAliases };

/** A client for a service. One key's requests share one client, so that they share its pace. */
export function createCommerceClient({ aliases = new Map(), ...service }: CommerceOptions): CommerceClient {
  const { clock } = service;
  const ask = createAsk(service);
  const ability = createAbility(ask, clock);
  const dialogue = { ask, aliases, ability };
  const [plans, promoCodes, products] = [
    createPlans(dialogue),
    createPromoCodes(dialogue),
    createProducts(dialogue),
  ];
  const catalog = createCatalog({ plans, promoCodes, products, clock });
  return {
    canBeAsked: (turn = {}) => ability.canBeAsked(turn),
    async getMembership(id, turn = {}) {
      if (ability.known() === false) return 'unaskable';
      const { body } = await ask(`/memberships/${encodeURIComponent(id)}?expand=plan`, turn);
      // No such membership, or no such question? The list of all of them tells.
      if (body === undefined) return (await ability.canBeAsked(turn)) ? 'missing' : 'unaskable';
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
    ...{ promoCodes, products, catalog },
    memberships: createMemberships(dialogue),
    webhooks: createWebhooks(dialogue),
  };
}
