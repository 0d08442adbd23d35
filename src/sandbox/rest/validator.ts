import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';

/**
 * How many problems are looked for in a request. A choice between shapes has some in each of them, so that the few
 * which the library looks for by itself may all be about shapes that were not meant. Each costs time.
 */
const MOST = 1_000;

/** Checks requests when they first come, as the application does, and tells all that is wrong with them. */
export const validator: FastifySchemaCompiler<TSchema> = (route) => {
  let compiled: ReturnType<typeof TypeBoxValidatorCompiler> | undefined;
  return (value: unknown) => {
    compiled ??= TypeBoxValidatorCompiler(route);
    const { maxErrors } = Settings.Get();
    Settings.Set({ maxErrors: MOST });
    try {
      return compiled(value);
    } finally {
      Settings.Set({ maxErrors });
    }
  };
};
