import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/**
 * Makes the check of a schema for what comes in often: it is compiled when it is first asked, which pays from some
 * hundred values on. What is seldom checked goes without, with `Value.Check`.
 */
export function checkOf<Schema extends TSchema>(schema: Schema) {
  let compiled: Validator | undefined;
  return (value: unknown): value is Static<Schema> => {
    compiled ??= Compile(schema);
    return compiled.Check(value);
  };
}
