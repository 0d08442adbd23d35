/**
 * Puts a compiler's work off until its function is first called: most routes of a process are never asked, and
 * what they check and write needn't be compiled, nor kept in memory, for them.
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
