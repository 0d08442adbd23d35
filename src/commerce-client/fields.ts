import Type, { type Static, type TObject } from 'typebox';
import Value from 'typebox/value';
import { unreadable } from './faults.ts';

/** Makes a field optional and nullable; both mean that it is absent. */
export const Maybe = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** Number, which some services send as text. */
export const Amount = Type.Union([Type.Number(), Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })]);

/** Time in any format that `toDate` parses. */
export const Moment = Type.Union([Type.Number(), Type.String()]);

/** Reference to an object: its id, or the whole object where the service expands it. */
export const Reference = Type.Union([
  Type.String(),
  Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
]);

export const FreeObject = Type.Record(Type.String(), Type.Unknown());

/**
 * Picks the valid fields of an object. An invalid field counts as absent, so that a service which adds, drops or
 * retypes another field still works.
 * @param schema with optional fields only
 */
export function readable<Schema extends TObject>(schema: Schema, wire: object): Static<Schema> {
  const schemas = new Map(Object.entries(schema.properties));
  const fields = Object.fromEntries(
    Object.entries(wire).filter(([name, value]) => {
      const field = schemas.get(name);
      return field !== undefined && Value.Check(field, value);
    }),
  );
  if (!Value.Check(schema, fields)) throw unreadable();
  return fields;
}

export const toNumber = (amount: Static<typeof Amount> | null | undefined): number | null =>
  amount == null ? null : Number(amount);

/** Treats an empty id as absent. */
export const idOf = (reference: Static<typeof Reference> | null | undefined): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) || null;

/** Returns null if the reference is only an id. */
export const nameOf = (reference: Static<typeof Reference> | null | undefined): string | null =>
  (typeof reference === 'object' && reference?.name) || null;

/** Epoch numbers from here on are milliseconds: read as seconds, this would be the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

/**
 * Parses a time in any format that services of this API's family use: seconds or milliseconds since the epoch, as a
 * number or a string; ISO 8601; or `2022-12-05 02:28:57 +0200`. A time without a zone is UTC.
 * @returns undefined for anything that isn't a time in the years 2000 to 2999
 */
export function toDate(moment: unknown): Date | undefined {
  const date = typeof moment === 'string' && !/^\d+$/.test(moment) ? fromText(moment) : fromEpoch(moment);
  const year = date?.getUTCFullYear() ?? 0;
  return year >= 2000 && year < 3000 ? date : undefined;
}

function fromEpoch(moment: unknown): Date | undefined {
  if (typeof moment !== 'number' && typeof moment !== 'string') return undefined;
  const number = Number(moment);
  return new Date(number < MILLISECONDS_FROM ? number * 1000 : number);
}

function fromText(text: string): Date {
  const hasTime = /\d:\d\d/.test(text);
  const hasZone = /(z|utc|gmt|[+-]\d\d:?\d\d)$/i.test(text);
  return new Date(hasTime && !hasZone ? `${text}Z` : text);
}

/** Maps our field names to the names that the service uses. */
export type FieldAliases = ReadonlyMap<string, string>;

/** Copies an object with our name added for each aliased field. Returns anything that isn't an object unchanged. */
export function withOurNames(aliases: FieldAliases, value: unknown): unknown {
  if (aliases.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const theirs = new Map(Object.entries(value));
  const renamed = [...aliases].filter(([, their]) => theirs.has(their));
  return { ...value, ...Object.fromEntries(renamed.map(([our, their]) => [our, theirs.get(their)])) };
}

/** Copies the fields of a request, with the service's names in place of ours. */
export const withTheirNames = <Value>(
  aliases: FieldAliases,
  fields: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [aliases.get(name) ?? name, value]));
