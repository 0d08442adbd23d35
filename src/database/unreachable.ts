import { errorCode, Fault } from '../errors.ts';

/** When whoever was sent away because of it should ask again, in seconds. */
export const DATABASE_RETRY_AFTER = 10;

/**
 * Prisma's codes for a server that can't be reached, is silent, has ended the connection or has none left; and for a
 * transaction that could not begin or end in time, which is how most of them look from within one.
 * @see https://www.prisma.io/docs/orm/reference/error-reference
 */
const PRISMA = /^P(1001|1002|1008|1017|2024|2028|2037)$/;

/**
 * PostgreSQL's for a broken connection, a transaction that was ended because nothing came any more, a want of room or
 * memory, and a server that stops or starts.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATE = /^(08\w{3}|25P03|53\w{3}|57P0[1235]|58030)$/;

/** What its adapters call the first of these, which raw queries leave without a code. */
const KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;

/** PostgreSQL's for a full disk, and that of a system call. */
const FULL = /^(53100|ENOSPC)$/;
const NO_SPACE = /No space left on device/;

/** What the driver says without a code. */
const DRIVER =
  /Connection terminated|connection error and is not queryable|Query read timeout|when trying to connect/;

/**
 * Whether an error says that the database doesn't answer, or can't write: nothing is wrong with what was asked, and
 * asking again later may work. What was asked may have been done all the same.
 */
export const isUnreachable = (error: unknown): boolean =>
  says(error, (code) => CODES.some((known) => known.test(code)), DRIVER);

const CODES = [PRISMA, SQLSTATE, KIND, SOCKET];

/**
 * Prisma's codes for a pool that had no connection free in time, and for a transaction that could not begin or end in
 * time; and what the pool says itself.
 */
const LATE = /^P(2024|2028)$/;
const NONE_FREE = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** Whether an error says that the database had no time: it may well be there, with too much to do. */
export const isLate = (error: unknown): boolean => says(error, (code) => LATE.test(code), NONE_FREE);

/** Whether an error says that the disk of the database is full: it can be read, and writes nothing. */
export const isFull = (error: unknown): boolean => says(error, (code) => FULL.test(code), NO_SPACE);

/** Whether an error, or what it wraps, has such a code or message. */
function says(error: unknown, isMeant: (code: string) => boolean, message: RegExp): boolean {
  // What has a name already is about somebody else who can't be reached.
  if (error instanceof Fault) return false;
  for (let inner: unknown = error, depth = 0; isObject(inner) && depth < 5; depth++) {
    const codes = [errorCode(inner), Reflect.get(inner, 'originalCode'), Reflect.get(inner, 'kind')];
    if (codes.some((code) => typeof code === 'string' && isMeant(code))) return true;
    const said: unknown = Reflect.get(inner, 'message');
    if (typeof said === 'string' && message.test(said)) return true;
    inner = Reflect.get(inner, 'cause') ?? driverErrorOf(inner);
  }
  return false;
}

/** Prisma keeps what its adapter said apart. */
function driverErrorOf(error: object): unknown {
  const meta: unknown = Reflect.get(error, 'meta');
  return isObject(meta) ? Reflect.get(meta, 'driverAdapterError') : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
