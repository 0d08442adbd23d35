import type { AdminAccess } from '../../access/for-admins.ts';
import type { PlanChoice } from '../../commerce-client/catalog.ts';
import type { PromoCodes } from '../../commerce-client/promo-codes.ts';
import type { MembershipsForAdmins } from '../../operating/commerce/memberships.ts';
import type { PlansForAdmins } from '../../operating/commerce/plans.ts';
import type { WebhooksForAdmins } from '../../operating/commerce/webhooks.ts';

/** A product or plan, as people know it. */
export interface Source {
  readonly id: string;
  readonly name: string;
}

/**
 * What Rolekeeper can do, as commands ask for it: one entry for each room, put together in `parts/features.ts`.
 */
export interface Features {
  readonly access: AdminAccess;
  readonly catalogue: {
    /** What can give roles, by name; not necessarily all of it. */
    sources(): Promise<readonly Source[]>;
    /** What fits what is being typed, at once; as many as can be suggested. */
    plans(typed: string): Promise<readonly PlanChoice[]>;
    products(typed: string): Promise<readonly Source[]>;
  };
  readonly memberships: MembershipsForAdmins;
  readonly plans: PlansForAdmins;
  readonly promos: Pick<PromoCodes, 'list'>;
  readonly webhooks: WebhooksForAdmins;
}
