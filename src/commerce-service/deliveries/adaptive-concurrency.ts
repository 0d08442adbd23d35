/** Maximum number of concurrent attempts for one endpoint. */
const MAX_LIMIT = 32;

/** Above this share of the capacity, only endpoints without a running attempt may start one. */
const SHARED = 0.75;

interface Endpoint {
  running: number;
  limit: number;
}

/**
 * Limits concurrent attempts per endpoint: additive increase, multiplicative decrease. A new endpoint may have one
 * attempt, one more after each success, half as many after each failure. A fast endpoint speeds up; a silent one holds
 * little more than one slot.
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
  available(): { readonly total: number; readonly endpoints: ReadonlyMap<string, number> } {
    const isCrowded = this.#running >= this.#capacity * SHARED;
    const left = ({ running, limit }: Endpoint) =>
      isCrowded && running > 0 ? 0 : Math.max(limit - running, 0);
    const endpoints = new Map([...this.#endpoints].map(([id, endpoint]) => [id, left(endpoint)]));
    return { total: Math.max(this.#capacity - this.#running, 0), endpoints };
  }

  start(id: string): void {
    const endpoint = this.#endpoints.get(id) ?? { running: 0, limit: 1 };
    this.#endpoints.set(id, endpoint);
    endpoint.running += 1;
    this.#running += 1;
  }

  end(id: string, succeeded: boolean): void {
    const endpoint = this.#endpoints.get(id);
    if (!endpoint) return;
    endpoint.running -= 1;
    this.#running -= 1;
    endpoint.limit = succeeded ? Math.min(endpoint.limit + 1, MAX_LIMIT) : Math.max(endpoint.limit >> 1, 1);
    // Back at the initial state, so it needn't be stored.
    if (endpoint.running === 0 && endpoint.limit === 1) this.#endpoints.delete(id);
  }

  /** Resets all limits. Call only while nothing is running. */
  clear(): void {
    this.#endpoints.clear();
  }
}
