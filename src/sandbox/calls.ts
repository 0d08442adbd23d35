interface RouteCalls {
  readonly method: string;
  /** The route pattern below `/v10`. */
  readonly route: string;
  /** Requests received, answered or not. */
  arrived: number;
  readonly answered: Record<string, number>;
}

/** Counts REST calls, so that tests can assert upper limits. */
export interface Calls {
  list(): readonly RouteCalls[];
  count(which?: { method?: string; route?: string }): number;
  answered(status: number): number;
  reset(): void;
}

/** The write side of {@link Calls}, used by the REST interface. */
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
