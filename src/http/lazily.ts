/**
 * Delays a compiler until its function is first called: most routes of a process are never requested, so their
 * validators and serializers needn't take time and memory.
 */
export const lazily =
  <Route, Arguments extends unknown[], Result>(compile: (route: Route) => (...args: Arguments) => Result) =>
  (route: Route) => {
    let compiled: ((...args: Arguments) => Result) | undefined;
    return (...args: Arguments): Result => {
      compiled ??= compile(route);
      return compiled(...args);
    };
  };
