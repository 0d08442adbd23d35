import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import type { Db } from 'pg-boss';
import { nameStatements } from './name-statements.ts';

/** Creates a pool over PGlite's single connection, for the driver used with servers. Close it before PGlite. */
export function poolOf(pglite: PGlite): Pool {
  const pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    ssl: false,
    // Set explicitly, since the driver would otherwise read another server's settings from the environment.
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    stream: () => new Connection(pglite),
  });
  // An idle connection may break. The pool replaces it, and the process goes on.
  return pool.on('error', () => undefined);
}

/** Adapts the pool for the job queue. */
export function queueOn(pool: Pool): Db {
  const notifications = new EventEmitter().setMaxListeners(0);
  const nameOf = nameStatements();
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => notifications.emit(channel, payload ?? '')),
  );
  return {
    // Several statements in one text have no values, and can't be prepared.
    executeSql: (text, values = []) =>
      pool.query({ name: values.length > 0 ? nameOf(text) : '', text, values }),
    async listen(channel, onNotification, onReconnect) {
      notifications.on(channel, onNotification);
      await pool.query(`LISTEN "${channel}"`);
      onReconnect();
      return { close: async () => void notifications.off(channel, onNotification) };
    },
  };
}

/** Replaces the driver's socket: speaks PostgreSQL's wire protocol with PGlite inside the process. */
class Connection extends Duplex {
  readonly #pglite: PGlite;
  #hasEnded = false;

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
    const answered = messages[0] === TERMINATE ? this.#end() : this.#exchange(messages);
    answered.then(() => done(), done);
  }

  /** A parameterized statement consists of several messages; combines them into one write. */
  override _writev(writes: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(writes.map(({ chunk }) => chunk)), 'binary', done);
  }

  /** Closes the readable side once the client has terminated. */
  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end().then(() => done(error), done);
  }

  async #exchange(messages: Buffer): Promise<void> {
    // PGlite blocks this thread. Yield first, so that a chain of statements doesn't starve incoming connections.
    await setImmediate();
    await this.#pglite.runExclusive(async () => {
      if (this.#hasEnded || this.#pglite.closed) throw terminated('the embedded database is closed');
      const answer: Buffer[] = [];
      const onRawData = (data: Uint8Array) => void answer.push(Buffer.copyBytesFrom(data));
      await this.#pglite.execProtocolRawStream(messages, { onRawData });
      const whole = Buffer.concat(answer);
      // If PostgreSQL itself stops, PGlite hides the error and the caller would wait forever.
      if (whole.at(-READY.length) !== READY.type)
        throw terminated('the embedded database stopped in the middle of an answer');
      this.push(whole);
    });
  }

  /**
   * Rolls back an open transaction and drops the prepared statements before another connection continues, as a server
   * does on disconnect.
   */
  async #end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    await this.#pglite.runExclusive(async () => {
      if (this.#pglite.closed) return;
      if (this.#pglite.isInTransaction()) await this.#pglite.execProtocolRaw(simpleQuery('ROLLBACK'));
      await this.#pglite.execProtocolRaw(simpleQuery('DEALLOCATE ALL'));
    });
  }
}

const terminated = (why: string) => new Error(`Connection terminated: ${why}.`);

const TERMINATE = 'X'.charCodeAt(0);

/** The message that ends every response: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const READY = { type: 'Z'.charCodeAt(0), length: 6 };

function simpleQuery(sql: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${sql}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}
