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
