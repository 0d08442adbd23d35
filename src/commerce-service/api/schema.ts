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

/** Scopes that an API key needs to see secrets: write access to the resource that holds the secret. */
export const SECRET_SCOPES = ['memberships:write', 'plans:write', 'promo_codes:write'] as const;

/** Marks a response field as a secret, which lets its holder buy something or act as a buyer. */
export interface SecretMark {
  readonly scope: (typeof SECRET_SCOPES)[number];
  readonly hidden: keyof typeof HIDDEN_AS;
}

/** Values shown instead of a secret. */
export const HIDDEN_AS = {
  null: () => null,
  /** Returns an address without its query. */
  'without query': (value: unknown) => (typeof value === 'string' ? (value.split('?', 1)[0] ?? '') : null),
  'without password': (value: unknown) => (typeof value === 'string' ? withoutPassword(value) : null),
} as const;

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('password');
  return url.href;
}

/**
 * Marks a field as a secret, hidden from API keys that lack a scope. Spread the result into the options of the field's
 * own schema, so that the API's description shows the mark too.
 */
export const secret = (scope: SecretMark['scope'], hidden: SecretMark['hidden'] = 'null') => ({
  'x-secret': { scope, hidden },
});
