/** How often one route was called, and what it answered. */
interface RouteCalls {
  readonly method: string;
  /** As it is declared below `/v10`. */
  readonly route: string;
  /** All that arrived, answered or not. */
  arrived: number;
  /** How many answers had this status. */
  readonly answered: Record<string, number>;
}

/** Counts what clients ask of the REST interface, so that a test can say how much that may be. */
export interface Calls {
  list(): readonly RouteCalls[];
  /** How many requests arrived, narrowed by what is given. */
  count(which?: { method?: string; route?: string }): number;
  /** How many answers had this status. */
  answered(status: number): number;
  reset(): void;
}

/** What the REST interface reports to. */
export interface CallRecorder {
  arrived(method: string, route: string): void;
  answered(method: string, route: string, status: number): void;
}

export function createCalls(): { calls: Calls; recorder: CallRecorder } {
  const routes = new Map<string, RouteCalls>();
  const routeOf = (method: string, route: string): RouteCalls => {
    const key = `${method} ${route}`;
    const known = routes.get(key) ?? { method, route, arrived: 0, answered: {} };
    routes.set(key, known);
    return known;
  };
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  return {
    calls: {
      list: () => [...routes.values()],
      count: (which = {}) =>
        sum(
          [...routes.values()]
            .filter(({ method }) => (which.method ?? method) === method)
            .filter(({ route }) => (which.route ?? route) === route)
            .map(({ arrived }) => arrived),
        ),
      answered: (status) => sum([...routes.values()].map(({ answered }) => answered[status] ?? 0)),
      reset: () => routes.clear(),
    },
    recorder: {
      arrived(method, route) {
        routeOf(method, route).arrived += 1;
      },
      answered(method, route, status) {
        const { answered } = routeOf(method, route);
        answered[status] = (answered[status] ?? 0) + 1;
      },
    },
  };
}
