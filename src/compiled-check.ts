import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/**
 * A schema check for frequent values. The schema is compiled on first use, which pays off after a few hundred values.
 * Use `Value.Check` for rare ones.
 */
export function compiledCheck<Schema extends TSchema>(schema: Schema) {
  let compiled: Validator | undefined;
  return (value: unknown): value is Static<Schema> => {
    compiled ??= Compile(schema);
    return compiled.Check(value);
  };
}
