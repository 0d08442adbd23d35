/** Timeouts, in milliseconds. */
interface Bounds {
  /** In this process, for the response to a statement. */
  readonly statement: number;
  /** On the server, for the next statement of a transaction. */
  readonly idle: number;
}

/** Our own transactions send their next statement within milliseconds, and a failed webhook is retried after 5 s. */
const BOUNDS: Bounds = { statement: 30_000, idle: 10_000 };

/** Timeout for a connection, including the wait for a free one in the pool, in milliseconds. */
const CONNECTING = 20_000;

/**
 * Returns the connection options for a PostgreSQL server. A network that drops packets silently reports no error to
 * either side. Without timeouts, this process would wait a quarter of an hour, until TCP gives up, and the server would
 * keep a dead client's transaction and its locks for two hours. Those locks would block other writers: a webhook's
 * retries would all be refused.
 */
export const serverAt = (url: string, { statement, idle }: Bounds = BOUNDS) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECTING,
  query_timeout: statement,
  keepAlive: true,
  async onConnect(connection: Connection) {
    // A server that shuts down may report it on an idle connection, which has no other listener; unhandled, the event
    // would end the process. The connection's next user gets the error all the same.
    connection.on('error', () => undefined);
    // Set here rather than in the startup packet, as poolers refuse unknown startup parameters.
    await connection.query(`SET idle_in_transaction_session_timeout = ${idle}`);
  },
});

interface Connection extends NodeJS.EventEmitter {
  query(sql: string): Promise<unknown>;
}
