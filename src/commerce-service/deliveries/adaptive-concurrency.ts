/** Maximum number of concurrent attempts for one endpoint. */
const MAX_LIMIT = 32;

/** Above this share of the capacity, only endpoints without a running attempt may start one. */
const SHARED = 0.75;

/** One of so many attempts at an endpoint is a bulk delivery's, even if others are due. */
const BULK_TURN = 10;

interface Endpoint {
  running: number;
  limit: number;
  /** Attempts since it was stored here. */
  started: number;
}

/** How many more attempts at an endpoint may start. */
export interface Quota {
  readonly total: number;
  /** Those of `total` that bulk deliveries get first. */
  readonly bulk: number;
}

/**
 * Limits concurrent attempts per endpoint: additive increase, multiplicative decrease. A new endpoint may have one
 * attempt, one more after each success, half as many after each failure. A fast endpoint speeds up; a silent one holds
 * little more than one slot. Counts attempts, so that bulk deliveries get their share of them.
 */
export class AdaptiveConcurrency {
  readonly #capacity: number;
  readonly #endpoints = new Map<string, Endpoint>();
  #running = 0;

  /** @param capacity concurrent attempts of the whole process */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns how many more attempts may start: in total, and for each endpoint with recent attempts. */
  available(): { readonly total: number; readonly endpoints: ReadonlyMap<string, Quota> } {
    const isCrowded = this.#running >= this.#capacity * SHARED;
    const left = ({ running, limit, started }: Endpoint): Quota => {
      const total = isCrowded && running > 0 ? 0 : Math.max(limit - running, 0);
      return { total, bulk: Math.floor((started + total) / BULK_TURN) - Math.floor(started / BULK_TURN) };
    };
    const endpoints = new Map([...this.#endpoints].map(([id, endpoint]) => [id, left(endpoint)]));
    return { total: Math.max(this.#capacity - this.#running, 0), endpoints };
  }

  start(id: string): void {
    const endpoint = this.#endpoints.get(id) ?? { running: 0, limit: 1, started: 0 };
    this.#endpoints.set(id, endpoint);
    endpoint.running += 1;
    endpoint.started += 1;
    this.#running += 1;
  }

  end(id: string, succeeded: boolean): void {
    const endpoint = this.#endpoints.get(id);
    if (!endpoint) return;
    endpoint.running -= 1;
    this.#running -= 1;
    endpoint.limit = succeeded ? Math.min(endpoint.limit + 1, MAX_LIMIT) : Math.max(endpoint.limit >> 1, 1);
    // Back at the initial state, so it needn't be stored.
    const isAsNew = endpoint.running === 0 && endpoint.limit === 1 && endpoint.started % BULK_TURN === 0;
    if (isAsNew) this.#endpoints.delete(id);
  }

  /** Resets all limits. Call only while nothing is running. */
  clear(): void {
    this.#endpoints.clear();
  }
}
