import type { FastifySchemaCompiler } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Value from 'typebox/value';
import { plural } from '../plural.ts';
import { Refusal } from './refusal.ts';

/**
 * Validates a part of a request against its schema, with defaults filled in. Values from the URL are text, so they are
 * converted first. A JSON body has types of its own, and a chat id sent as a number has already lost digits, so a body
 * isn't converted. A refusal names the field and its allowed values.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Compiled on first use: most routes are never called during a process's life.
  let check: ReturnType<typeof Compile> | undefined;
  return (value) => {
    check ??= Compile(schema);
    const complete = Value.Default(schema, value);
    const converted = httpPart === 'body' ? complete : readTexts(schema, complete);
    if (check.Check(converted)) return { value: converted };
    const problems = mostSpecific(check.Errors(converted)).map((error) => describe(error, schema, httpPart));
    return { error: new Refusal('invalid', [...new Set(problems)].join(' ')) };
  };
};

/** Converts texts from the URL to the types in their schemas: decimal integers and booleans. */
function readTexts(schema: TSchema, value: unknown): unknown {
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return value;
  const read = ([name, text]: [string, unknown]) => [name, readText(schema.properties[name], text)];
  return Object.fromEntries(Object.entries(value).map(read));
}

function readText(schema: TSchema | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (Type.IsInteger(schema) && /^-?\d+$/.test(text)) return Number(text);
  if (Type.IsBoolean(schema) && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Drops unhelpful errors: for a field that may be null, keeps only those about its value. */
const mostSpecific = (errors: readonly TLocalizedValidationError[]): TLocalizedValidationError[] =>
  errors
    .filter(
      (error) =>
        error.keyword !== 'anyOf' ||
        !errors.some((other) => other !== error && other.schemaPath.startsWith(`${error.schemaPath}/anyOf/`)),
    )
    .filter(
      (error, _, all) =>
        !isAboutNull(error) ||
        all.every((other) => other === error || other.instancePath !== error.instancePath),
    );

const isAboutNull = (error: TLocalizedValidationError): boolean =>
  error.keyword === 'type' && error.params.type === 'null';

function describe(error: TLocalizedValidationError, schema: TSchema, part = 'request'): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || part;
  switch (error.keyword) {
    case 'required':
      return `${error.params.requiredProperties.join(', ')} ${plural(error.params.requiredProperties.length, 'is', 'are')} required.`;
    case 'enum':
      return `${field} must be one of: ${error.params.allowedValues.join(', ')}.`;
    case 'minimum':
      return `${field} must be at least ${error.params.limit}.`;
    case 'maximum':
      return `${field} must be at most ${error.params.limit}.`;
    case 'minLength':
      if (error.params.limit === 1) return `${field} must not be empty.`;
      return `${field} ${error.message}.`;
    case 'type':
      return `${field} must be of type ${[error.params.type].flat().join(' or ')}.`;
    case 'pattern':
      return `${field} must be ${descriptionOf(schema, error.schemaPath) ?? `like ${error.params.pattern}`}.`;
    default:
      return `${field} ${error.message}.`;
  }
}

/** Returns the schema's description of a field, for readers who don't know regular expressions. */
function descriptionOf(schema: TSchema, schemaPath: string): string | undefined {
  const found = Value.Pointer.Get(schema, `${schemaPath.slice(1)}/description`);
  return typeof found === 'string' ? found : undefined;
}
