import Type, { type TSchema } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';

export const INT32_MAX = 2_147_483_647;

/** Makes a field nullable. Responses use null instead of leaving a field out. */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const Timestamp = Type.Integer({ description: 'Seconds since the Unix epoch.' });

/** Describes a timestamp in a request. Dates could hold more, but the year 9999 is far enough. */
export const Moment = (options: { description: string }) =>
  Type.Integer({ minimum: 0, maximum: 253_402_300_799, ...options });

/** Describes a count or a number of days: a 32-bit integer that isn't negative. */
export const Count = (options: { minimum?: number; maximum?: number; description?: string } = {}) =>
  Type.Integer({ minimum: 0, maximum: INT32_MAX, ...options });

/** An object with fields of the client's choice. It arrives as JSON, so its type says it can be stored as JSON. */
export const FreeObject = Type.Unsafe<Prisma.InputJsonObject>(
  Type.Object({}, { additionalProperties: true }),
);

/** Returns a stored free object; empty if the stored value isn't an object. */
export const fromJson = (stored: Prisma.JsonValue): Prisma.InputJsonObject =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};

export const toTimestamp = (moment: Date | null): number | null => moment && toEpochSeconds(moment);

/** Position in a list: the current page, the number of pages, and the number of results on all of them. */
export const Pagination = Type.Object({
  current_page: Type.Integer(),
  total_page: Type.Integer(),
  total_count: Type.Integer(),
});

export const ListOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({ pagination: Pagination, data: Type.Array(item) });
