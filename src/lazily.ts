interface Route {
  readonly schema: object;
  /** Part of a request to validate. Validators treat a body differently from texts of the URL. */
  readonly httpPart?: string | undefined;
}

/**
 * Delays a compiler until its function is first called: most routes of a process are never requested, so their
 * validators and serializers needn't take time and memory. Routes that share a schema share the compiled function.
 */
export const lazily = <Compiled extends Route, Arguments extends unknown[], Result>(
  compile: (route: Compiled) => (...args: Arguments) => Result,
) => {
  const compiled = new WeakMap<WeakKey, Map<string | undefined, (...args: Arguments) => Result>>();
  return (route: Compiled) =>
    (...args: Arguments): Result => {
      const { schema, httpPart } = route;
      const byPart = compiled.get(schema) ?? new Map<string | undefined, (...args: Arguments) => Result>();
      const known = byPart.get(httpPart) ?? compile(route);
      compiled.set(schema, byPart.set(httpPart, known));
      return known(...args);
    };
};
