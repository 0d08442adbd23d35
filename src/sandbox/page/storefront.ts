/** Plans as the page's shop shows them. The sandbox itself knows nothing of commerce. */
export interface ShopProduct {
  readonly product: string;
  readonly plans: readonly ShopPlan[];
}

export interface ShopPlan {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  /** Where it is bought. */
  readonly url: string;
}

/** Something that a member has bought. */
export interface ShopMembership {
  readonly id: string;
  readonly plan: string;
  readonly status: string;
  /** Whether it gives access now. */
  readonly valid: boolean;
  /** The end of its period or of its days, ISO 8601; null where it goes on for ever, or is over. */
  readonly until: string | null;
  /** Whether another period follows this one; null where it has none. */
  readonly renews: boolean | null;
}

/** Word of something that happened to a membership, on its way through the bot. Times are ISO 8601. */
export interface Arrival {
  readonly id: string;
  readonly membershipId: string;
  readonly event: string;
  /** The chat account of the buyer, where it is known. */
  readonly userId: string | null;
  /** When it happened in the shop. */
  readonly happenedAt: string;
  /** When the bot had stored it. */
  readonly storedAt: string;
  /** When the bot had looked at the membership again; null until then. */
  readonly workedAt: string | null;
}

/** The shop beside the community, wherever that is. */
export interface Shop {
  products(): Promise<readonly ShopProduct[]>;
  /** Word of the last changes, newest first. */
  arrivals(): Promise<readonly Arrival[]>;
  /** What only a shop of one's own lets the page do; undefined where the shop is somebody else's. */
  readonly counter: Counter | undefined;
}

export interface Counter {
  memberships(userId: string): Promise<readonly ShopMembership[]>;
  /** Buys as a member, paid with a test card. @throws Fault with why not */
  buy(plan: ShopPlan, buyer: { readonly id: string; readonly username: string }): Promise<void>;
  /** Ends one of the member's memberships at once. @throws Fault with why not */
  terminate(membershipId: string): Promise<void>;
  /** Lets one of them go on after its period, or end with it. @throws Fault with why not */
  renew(membershipId: string, wanted: boolean): Promise<void>;
  /** Lets time pass for one of them until something is due for it. @throws Error with why not */
  letTimePass(membershipId: string): Promise<void>;
}

/** For a community without a shop. */
export const NO_SHOP: Shop = {
  products: async () => [],
  arrivals: async () => [],
  counter: undefined,
};
