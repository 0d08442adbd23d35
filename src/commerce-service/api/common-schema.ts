import Type, { type TSchema } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';

/** The largest 32-bit integer. */
export const INT32_MAX = 2_147_483_647;

/** There, but possibly with nothing in it: a response never leaves a field out. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A moment: seconds since the Unix epoch. */
export const Timestamp = Type.Integer({ description: 'Seconds since the Unix epoch.' });

/** A moment that is given: a 64-bit date can hold more, but the year 9999 is far enough. */
export const Moment = (options: { description: string }) =>
  Type.Integer({ minimum: 0, maximum: 253_402_300_799, ...options });

/** A count or a number of days: a 32-bit integer, never negative. */
export const Count = (options: { minimum?: number; maximum?: number; description?: string } = {}) =>
  Type.Integer({ minimum: 0, maximum: INT32_MAX, ...options });

/** An object of the client's own making. What arrives as JSON can be stored as JSON, which its type says. */
export const FreeObject = Type.Unsafe<Prisma.InputJsonObject>(
  Type.Object({}, { additionalProperties: true }),
);

/** What is stored for a free object, as an object again. */
export const fromJson = (stored: Prisma.JsonValue): Prisma.InputJsonObject =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};

/** A moment that may be missing, for the wire. */
export const toTimestamp = (moment: Date | null): number | null => moment && toEpochSeconds(moment);

/** Where a list stands: which page this is, how many there are, and how many results in all of them. */
export const Pagination = Type.Object({
  current_page: Type.Integer(),
  total_page: Type.Integer(),
  total_count: Type.Integer(),
});

/** The response of every list endpoint. */
export const ListOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({ pagination: Pagination, data: Type.Array(item) });
