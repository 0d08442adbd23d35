/** Maximum number of remembered messages. Messages may vary by the values they contain. */
const MAX_MESSAGES = 20;

/**
 * Throttles a log message that could be written a thousand times a second.
 * @param interval between two logs of the same message, in milliseconds
 * @returns undefined to stay silent, else fields to log: how many times it was suppressed since the last log
 */
export function createLogThrottle(
  interval: number,
): (message: string) => { readonly suppressed?: number } | undefined {
  const logged = new Map<string, { readonly at: number; suppressed: number }>();
  return (message) => {
    const now = performance.now();
    const last = logged.get(message);
    if (last && now - last.at < interval) {
      last.suppressed += 1;
      return undefined;
    }
    if (logged.size >= MAX_MESSAGES) logged.clear();
    logged.set(message, { at: now, suppressed: 0 });
    return last ? { suppressed: last.suppressed } : {};
  };
}
