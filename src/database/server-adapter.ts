import { PrismaPg } from '@prisma/adapter-pg';

/**
 * Prisma's adapter for a PostgreSQL server, whose pool takes no connection back in the middle of a transaction.
 *
 * Where even the ROLLBACK isn't answered in time, the adapter returns the connection to the pool without an error, as
 * if it were well. On a silent connection the next query would wait in vain; on a slow one it would run inside the
 * transaction that was given up, and be undone with it.
 * @see https://github.com/brianc/node-postgres/issues/3399
 */
export class ServerAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.underlyingDriver().on('release', (_error, connection) => {
      // The pool drops what is ending. A query that is still unanswered doesn't hold that up: the socket is closed.
      if (connection.getTransactionStatus() !== 'I') void connection.end();
    });
    return adapter;
  }
}
