/** Limits on the work in progress. */
export interface Limits {
  readonly items: number;
  /** In the caller's unit, usually bytes. */
  readonly weight: number;
}

/** Admission control for one resource. */
export interface Admission {
  /** @returns whether the item was admitted. A single item always is, however heavy. */
  admit(weight: number): boolean;
  /** Adds weight to an admitted item. @returns whether it still fits; if not, the caller must release it */
  grow(weight: number): boolean;
  /** @param weight the item's whole weight, growth included */
  release(weight: number): void;
}

/** Creates an admission control. Work beyond the limits is rejected at once, so that a backlog can't exhaust memory. */
export function createAdmission(limits: Limits): Admission {
  const admitted = { items: 0, weight: 0 };
  return {
    admit(weight) {
      const fits = admitted.items < limits.items && admitted.weight + weight <= limits.weight;
      if (!fits && admitted.items > 0) return false;
      admitted.items += 1;
      admitted.weight += weight;
      return true;
    },
    grow(weight) {
      admitted.weight += weight;
      return admitted.items === 1 || admitted.weight <= limits.weight;
    },
    release(weight) {
      admitted.items -= 1;
      admitted.weight -= weight;
    },
  };
}

/** One client's admitted item. */
interface Ticket {
  /** @returns whether the added weight fits; if not, the caller must release the ticket */
  grow(weight: number): boolean;
  release(): void;
}

/**
 * Creates an admission control with a quota for each client, so that a greedy one leaves capacity for the others.
 * @returns a function that admits an item of a client, without weight at first, or returns undefined if the client's or
 * the total limit is reached
 */
export function createSharedAdmission(
  total: Limits,
  perClient: Limits,
): (client: string) => Ticket | undefined {
  const all = createAdmission(total);
  const clients = new Map<string, { readonly admission: Admission; tickets: number }>();
  return (client) => {
    const own = clients.get(client) ?? { admission: createAdmission(perClient), tickets: 0 };
    if (!own.admission.admit(0)) return undefined;
    if (!all.admit(0)) {
      own.admission.release(0);
      return undefined;
    }
    own.tickets += 1;
    clients.set(client, own);
    let weight = 0;
    return {
      grow(added) {
        weight += added;
        return [own.admission, all].map((admission) => admission.grow(added)).every((fits) => fits);
      },
      release() {
        for (const admission of [own.admission, all]) admission.release(weight);
        own.tickets -= 1;
        if (own.tickets === 0) clients.delete(client);
      },
    };
  };
}
