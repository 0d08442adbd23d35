import Type, { type Static, type TObject } from 'typebox';
import Value from 'typebox/value';
import { unreadable } from './faults.ts';

/** There or not; null is as good as not there. */
export const Maybe = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A number; some services write it as text. */
export const Amount = Type.Union([Type.Number(), Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })]);

/** A moment in any of the ways that `toDate` reads. */
export const Moment = Type.Union([Type.Number(), Type.String()]);

/** A reference comes as an id, or as the whole object where the service expands it. */
export const Reference = Type.Union([
  Type.String(),
  Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
]);

/** An object of anybody's making. */
export const FreeObject = Type.Record(Type.String(), Type.Unknown());

/**
 * The fields of an object that make sense. One that doesn't counts as left out, so that a service which adds,
 * drops or retypes another field still works.
 * @param schema of optional fields only
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

/** An empty id is none. */
export const idOf = (reference: Static<typeof Reference> | null | undefined): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) || null;

/** Null where the reference is an id only. */
export const nameOf = (reference: Static<typeof Reference> | null | undefined): string | null =>
  (typeof reference === 'object' && reference?.name) || null;
