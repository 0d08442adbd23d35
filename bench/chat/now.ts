/** Returns milliseconds since 1970, with fractions, comparable across processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now();
