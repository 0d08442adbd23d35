import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import type { Db } from 'pg-boss';

/**
 * A pool of the one connection that PGlite has: the embedded database is used by the same driver as a server.
 * It is closed before PGlite is.
 */
export const poolOf = (pglite: PGlite): Pool =>
  new Pool({
    ...{ max: 1, idleTimeoutMillis: 0, ssl: false },
    // Named, or the driver would take what the environment says of another server.
    ...{ host: 'embedded', user: 'postgres', database: 'postgres' },
    stream: () => new Connection(pglite),
  });

/** How the job queue uses that pool. */
export function queueOn(pool: Pool): Db {
  const notifications = new EventEmitter().setMaxListeners(0);
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => notifications.emit(channel, payload ?? '')),
  );
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      notifications.on(channel, onNotification);
      await pool.query(`LISTEN "${channel}"`);
      onReconnect();
      return { close: async () => void notifications.off(channel, onNotification) };
    },
  };
}

/** What the driver takes for a socket: PostgreSQL's own protocol, spoken within the process. */
class Connection extends Duplex {
  readonly #pglite: PGlite;
  #isInTransaction = false;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(messages: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    // The driver's farewell, which asks for nothing.
    if (messages[0] === TERMINATE) return done();
    this.#exchange(messages).then(() => done(), done);
  }

  /** A statement with its parameters is several messages. */
  override _writev(writes: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(writes.map(({ chunk }) => chunk)), 'binary', done);
  }

  async #exchange(messages: Buffer): Promise<void> {
    // The database runs in this very thread, and a chain of statements would else keep connections waiting to be
    // taken: of those each turn of the event loop takes one.
    await setImmediate();
    await this.#pglite.runExclusive(async () => {
      if (this.#pglite.closed) throw new Error('Connection terminated: the embedded database is closed.');
      const onRawData = (data: Uint8Array) => void this.push(Buffer.copyBytesFrom(data));
      try {
        await this.#pglite.execProtocolRawStream(messages, { onRawData });
      } finally {
        this.#isInTransaction = this.#pglite.isInTransaction();
      }
    });
  }

  /** Who has said farewell is answered by the end. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** As a server does with a transaction whose connection ends. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#isInTransaction) return done(error);
    this.#pglite.runExclusive(() => this.#pglite.execProtocolRaw(ROLLBACK)).then(() => done(error), done);
  }
}

const TERMINATE = 'X'.charCodeAt(0);
const ROLLBACK = Buffer.from('Q\0\0\0\rROLLBACK\0');
