import type { PGlite } from '@electric-sql/pglite';

/**
 * The same database, for the Prisma adapter, which swallows the failure of a COMMIT (a full disk, a deferred
 * constraint) and reports success: it hands its own `catch` to the promise of the transaction and then waits
 * for what that returns. Here the failure goes on through that `catch`, so that whoever commits hears of it.
 */
export const reportingCommitFailures = (pglite: PGlite): PGlite =>
  new Proxy(pglite, {
    get(target, property) {
      if (property === 'transaction') return transactionOf(target);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const transactionOf = (pglite: PGlite): PGlite['transaction'] =>
  function transaction(run) {
    const result = pglite.transaction(run);
    const passOn = (onRejected?: ((reason: unknown) => unknown) | null) => {
      const passedOn = result.then(undefined, (error: unknown) => {
        onRejected?.(error);
        throw error;
      });
      // A transaction that never began is reported by the call above, and awaited by nobody.
      passedOn.catch(() => undefined);
      return passedOn;
    };
    return Object.assign(result, { catch: passOn });
  };
