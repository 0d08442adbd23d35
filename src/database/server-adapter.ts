import { PrismaPg } from '@prisma/adapter-pg';

/**
 * Prisma's adapter for a PostgreSQL server, changed so that no connection returns to the pool inside a transaction.
 *
 * If even the ROLLBACK times out, the original adapter returns the connection to the pool as healthy. On a dead
 * connection, the next query would wait in vain; on a slow one, it would run inside the abandoned transaction and be
 * rolled back with it.
 * @see https://github.com/brianc/node-postgres/issues/3399
 */
export class ServerAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.underlyingDriver().on('release', (_error, connection) => {
      // The pool drops a connection that is ending. An unanswered query doesn't delay that: the socket is closed.
      if (connection.getTransactionStatus() !== 'I') void connection.end();
    });
    return adapter;
  }
}
