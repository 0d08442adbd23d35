/** Milliseconds since 1970, with their fractions: processes of one machine agree on it. */
export const now = (): number => performance.timeOrigin + performance.now();
