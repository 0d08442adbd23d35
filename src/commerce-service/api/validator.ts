import type { FastifySchemaCompiler } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Value from 'typebox/value';
import type { Text } from '../../i18n/index.ts';
import { lazily } from '../../lazily.ts';
import { Refusal } from './refusal.ts';

const compile: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  return (value) => {
    const complete = Value.Default(schema, value);
    const converted = httpPart === 'body' ? complete : readTexts(schema, complete);
    if (check.Check(converted)) return { value: converted };
    const problems = mostSpecific(check.Errors(converted)).map((error) => describe(error, schema, httpPart));
    const said: Text = (words) => [...new Set(problems.map((problem) => problem(words)))].join(' ');
    return { error: new Refusal('invalid', said) };
  };
};

/**
 * Validates a part of a request against its schema, with defaults filled in. Values from the URL are text, so they are
 * converted first. A JSON body has types of its own, and a chat id sent as a number has already lost digits, so a body
 * isn't converted. A refusal names the field and its allowed values.
 */
export const validatorCompiler = lazily(compile);

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

const describe =
  (error: TLocalizedValidationError, schema: TSchema, part = 'request'): Text =>
  ({ refusals: { field } }) => {
    const name = error.instancePath.slice(1).replaceAll('/', '.') || part;
    switch (error.keyword) {
      case 'required':
        return field.required(error.params.requiredProperties);
      case 'enum':
        return field.oneOf(name, error.params.allowedValues.map(String));
      case 'minimum':
        return field.atLeast(name, String(error.params.limit));
      case 'maximum':
        return field.atMost(name, String(error.params.limit));
      case 'type':
        return field.type(name, [error.params.type].flat().join(' or '));
      case 'pattern': {
        const expected = descriptionOf(schema, error.schemaPath) ?? `like ${error.params.pattern}`;
        return field.pattern(name, expected);
      }
      default:
        if (error.keyword === 'minLength' && error.params.limit === 1) return field.empty(name);
        return field.other(name, error.message);
    }
  };

/** Returns the schema's description of a field, for readers who don't know regular expressions. */
function descriptionOf(schema: TSchema, schemaPath: string): string | undefined {
  const found = Value.Pointer.Get(schema, `${schemaPath.slice(1)}/description`);
  return typeof found === 'string' ? found : undefined;
}
