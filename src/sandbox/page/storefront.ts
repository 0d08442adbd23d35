/** A product as the page's shop shows it. The sandbox itself has no commerce. */
export interface ShopProduct {
  readonly product: string;
  readonly plans: readonly ShopPlan[];
}

export interface ShopPlan {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  /** URL of the checkout. */
  readonly url: string;
}

/** A member's purchase. */
export interface ShopMembership {
  readonly id: string;
  readonly plan: string;
  readonly status: string;
  /** Whether it gives access now. */
  readonly valid: boolean;
  /** End of the current period or of fixed-term access, ISO 8601; null if it has no end or is over. */
  readonly until: string | null;
  /** Whether another period follows; null if it has no periods. */
  readonly renews: boolean | null;
}

/** A membership event and its processing by the bot. Times are ISO 8601. */
export interface Arrival {
  readonly id: string;
  readonly membershipId: string;
  readonly event: string;
  /** The buyer's chat account, if known. */
  readonly userId: string | null;
  /** Time of the event in the shop. */
  readonly happenedAt: string;
  /** Time at which the bot had stored the event. */
  readonly storedAt: string;
  /** Time at which the bot had read the membership again; null until then. */
  readonly workedAt: string | null;
}

/** The shop, local or remote. */
export interface Shop {
  products(): Promise<readonly ShopProduct[]>;
  /** The latest events, newest first. */
  arrivals(): Promise<readonly Arrival[]>;
  /** Actions that only a local shop allows; undefined for a remote one. */
  readonly counter: Counter | undefined;
}

export interface Counter {
  memberships(userId: string): Promise<readonly ShopMembership[]>;
  /** Buys a plan as a member, with a test card. @throws Fault with a readable message */
  buy(plan: ShopPlan, buyer: { readonly id: string; readonly username: string }): Promise<void>;
  /** Ends a membership at once. @throws Fault with a readable message */
  terminate(membershipId: string): Promise<void>;
  /** Switches the renewal of a membership. @throws Fault with a readable message */
  renew(membershipId: string, wanted: boolean): Promise<void>;
  /** Advances time until the membership's next due date. @throws Error with a readable message */
  letTimePass(membershipId: string): Promise<void>;
}

/** For a community without a shop. */
export const NO_SHOP: Shop = {
  products: async () => [],
  arrivals: async () => [],
  counter: undefined,
};
