/** How many attempts one endpoint may have at the same time, at most. */
const LARGEST = 32;

/** From this share of the capacity on, what is left is for endpoints that have no attempt under way. */
const SHARED = 0.75;

interface Window {
  open: number;
  size: number;
}

/**
 * How many attempts may be under way: one for an endpoint that nothing is known of, one more after each
 * success, half as many after each failure. So an endpoint that is fast is told fast, and any number of
 * endpoints that never answer take up little more than one place each.
 */
export class Windows {
  readonly #capacity: number;
  readonly #windows = new Map<string, Window>();
  #open = 0;

  /** @param capacity attempts in all */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** How many more attempts may start: in all, and of each endpoint that has been told something lately. */
  room(): { readonly total: number; readonly endpoints: ReadonlyMap<string, number> } {
    const isCrowded = this.#open >= this.#capacity * SHARED;
    const left = ({ open, size }: Window) => (isCrowded && open > 0 ? 0 : Math.max(size - open, 0));
    const endpoints = new Map([...this.#windows].map(([id, window]) => [id, left(window)]));
    return { total: Math.max(this.#capacity - this.#open, 0), endpoints };
  }

  start(endpoint: string): void {
    const window = this.#windows.get(endpoint) ?? { open: 0, size: 1 };
    this.#windows.set(endpoint, window);
    window.open += 1;
    this.#open += 1;
  }

  end(endpoint: string, succeeded: boolean): void {
    const window = this.#windows.get(endpoint);
    if (!window) return;
    window.open -= 1;
    this.#open -= 1;
    window.size = succeeded ? Math.min(window.size + 1, LARGEST) : Math.max(window.size >> 1, 1);
    // What has shrunk to the beginning needn't be remembered.
    if (window.open === 0 && window.size === 1) this.#windows.delete(endpoint);
  }

  /** Forgets what endpoints have earned. Only while nothing is under way. */
  clear(): void {
    this.#windows.clear();
  }
}
