import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';

/**
 * Number of errors collected per request. A union reports errors for each of its branches, so that the library's lower
 * default could be used up by branches that weren't meant. Collecting errors costs time, hence the limit.
 */
const MOST = 1_000;

/** Validates requests and reports all errors. Compiles a schema at its first use, as the application does. */
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
