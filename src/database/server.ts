/** How long is waited at most, in milliseconds. */
interface Bounds {
  /** Here, for the answer to a statement. */
  readonly statement: number;
  /** On the server, for the next statement of a transaction. */
  readonly idle: number;
}

/** Our own transactions ask again within milliseconds; and a webhook that failed is sent again 5 s later. */
const BOUNDS: Bounds = { statement: 30_000, idle: 10_000 };

/** How long a connection may take, its turn in a crowd included, in milliseconds. */
const CONNECTING = 20_000;

/**
 * How to connect to a PostgreSQL server. A network that swallows everything tells nobody, neither here nor there.
 * Without bounds whoever waits for an answer would wait a quarter of an hour, until TCP gives up, and the server would
 * keep the transaction of a client that is gone, and its locks, for two hours. Nobody else could write meanwhile what
 * that has written: the event of a webhook that is sent again would be refused each time.
 */
export const serverAt = (url: string, { statement, idle }: Bounds = BOUNDS) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECTING,
  query_timeout: statement,
  keepAlive: true,
  async onConnect(connection: Connection) {
    // A server that stops may say so between two users of a connection, when nobody listens: that would end the
    // process. Whoever uses it next is told all the same.
    connection.on('error', () => undefined);
    // Not as the connection begins: poolers refuse settings there that they don't know.
    await connection.query(`SET idle_in_transaction_session_timeout = ${idle}`);
  },
});

interface Connection extends NodeJS.EventEmitter {
  query(sql: string): Promise<unknown>;
}
