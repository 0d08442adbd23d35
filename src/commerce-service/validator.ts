import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Value from 'typebox/value';
import { Refusal } from './refusal.ts';

/**
 * Checks a part of a request against its schema, with defaults filled in. What comes in an address is text
 * and converted first; a JSON body has types of its own, and a chat id that came as a number has lost digits
 * already, so there nothing is converted. A refusal names the field and what it may be.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  return (value) => {
    const complete = Value.Default(schema, value);
    const converted = httpPart === 'body' ? complete : Value.Convert(schema, complete);
    if (check.Check(converted)) return { value: converted };
    const problems = check.Errors(converted).map((error) => describe(error, schema, httpPart));
    return { error: new Refusal('invalid', [...new Set(problems)].join(' ')) };
  };
};

function describe(error: TLocalizedValidationError, schema: TSchema, part = 'request'): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || part;
  switch (error.keyword) {
    case 'required':
      return `${error.params.requiredProperties.join(', ')} is required.`;
    case 'enum':
      return `${field} must be one of: ${error.params.allowedValues.join(', ')}.`;
    case 'minimum':
      return `${field} must be at least ${error.params.limit}.`;
    case 'maximum':
      return `${field} must be at most ${error.params.limit}.`;
    case 'type':
      return `${field} must be of type ${[error.params.type].flat().join(' or ')}.`;
    case 'pattern':
      return `${field} must be ${descriptionOf(schema, field) ?? `like ${error.params.pattern}`}.`;
    default:
      return `${field} ${error.message}.`;
  }
}

/** What the schema says about a field, for people who don't read regular expressions. */
function descriptionOf(schema: TSchema, field: string): string | undefined {
  const found = Value.Pointer.Get(schema, `/properties/${field}/description`);
  return typeof found === 'string' ? found : undefined;
}
