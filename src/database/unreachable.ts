import { errorCode, Fault } from '../errors.ts';

/** Value of `Retry-After` for requests that failed because of the database, in seconds. */
export const DATABASE_RETRY_AFTER = 10;

/**
 * Prisma's codes for a server that is unreachable, silent, has closed the connection or has none left; and for a
 * transaction that couldn't start or end in time, as most of these faults appear within a transaction.
 * @see https://www.prisma.io/docs/orm/reference/error-reference
 */
const PRISMA = /^P(1001|1002|1008|1017|2024|2028|2037)$/;

/**
 * PostgreSQL's codes for a broken connection, a transaction that timed out while idle, a lack of disk space, memory or
 * connections, and a server that stops or starts.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATE = /^(08\w{3}|25P03|53\w{3}|57P0[1235]|58030)$/;

/** Kinds of driver adapter errors for the same faults, as raw queries have no Prisma code. */
const KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** PostgreSQL's code for a full disk, and that of a system call. */
const FULL = /^(53100|ENOSPC)$/;
const NO_SPACE = /No space left on device/;

/** Messages of driver errors that have no code. */
const DRIVER =
  /Connection terminated|connection error and is not queryable|Query read timeout|when trying to connect/;

/**
 * Whether an error means that the database doesn't answer or can't write. The request itself is fine and may be
 * retried, but it may have been carried out already.
 */
export const isUnreachable = (error: unknown): boolean =>
  says(error, (code) => CODES.some((known) => known.test(code)), DRIVER);

const CODES = [PRISMA, SQLSTATE, KIND, SOCKET];

/**
 * Prisma's codes for a pool without a free connection in time, and for a transaction that couldn't start or end in
 * time; and the messages of the pool.
 */
const LATE = /^P(2024|2028)$/;
const NONE_FREE = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** Whether an error means that the database had no capacity in time. It may well be reachable, but overloaded. */
export const isLate = (error: unknown): boolean => says(error, (code) => LATE.test(code), NONE_FREE);

/** Whether an error means that the database's disk is full: it can be read, but not written. */
export const isFull = (error: unknown): boolean => says(error, (code) => FULL.test(code), NO_SPACE);

/** Whether an error, or one of its causes, has a matching code or message. */
function says(error: unknown, isMeant: (code: string) => boolean, message: RegExp): boolean {
  // A `Fault` is about another system that can't be reached. An error with a status below 500 is about the client: one
  // that leaves in the middle of a body causes Node's ECONNRESET, which Fastify gives the status 400.
  if (error instanceof Fault || isOfClient(error)) return false;
  for (let inner: unknown = error, depth = 0; isObject(inner) && depth < 5; depth++) {
    const codes = [errorCode(inner), Reflect.get(inner, 'originalCode'), Reflect.get(inner, 'kind')];
    if (codes.some((code) => typeof code === 'string' && isMeant(code))) return true;
    const said: unknown = Reflect.get(inner, 'message');
    if (typeof said === 'string' && message.test(said)) return true;
    inner = Reflect.get(inner, 'cause') ?? driverErrorOf(inner);
  }
  return false;
}

function isOfClient(error: unknown): boolean {
  const status: unknown = isObject(error) ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status < 500;
}

/** Returns the driver adapter's error, which Prisma doesn't set as `cause`. */
function driverErrorOf(error: object): unknown {
  const meta: unknown = Reflect.get(error, 'meta');
  return isObject(meta) ? Reflect.get(meta, 'driverAdapterError') : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
