import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, PoolConfig } from 'pg';
import { nameStatements } from './name-statements.ts';

/**
 * Prisma's adapter for a PostgreSQL server, changed so that no connection returns to the pool inside a transaction, and
 * that statements are prepared.
 *
 * If even the ROLLBACK times out, the original adapter returns the connection to the pool as healthy. On a dead
 * connection, the next query would wait in vain; on a slow one, it would run inside the abandoned transaction and be
 * rolled back with it.
 * @see https://github.com/brianc/node-postgres/issues/3399
 */
export class ServerAdapter extends PrismaPg {
  constructor(poolOrConfig: Pool | PoolConfig) {
    const nameOf = nameStatements();
    // A text without parameters may be several statements, which can't be prepared.
    super(poolOrConfig, { statementNameGenerator: ({ sql, args }) => (args.length > 0 ? nameOf(sql) : '') });
  }

  override async connect() {
    const adapter = await super.connect();
    adapter.underlyingDriver().on('release', (_error, connection) => {
      // The pool drops a connection that is ending. An unanswered query doesn't delay that: the socket is closed.
      if (connection.getTransactionStatus() !== 'I') void connection.end();
    });
    return adapter;
  }
}
