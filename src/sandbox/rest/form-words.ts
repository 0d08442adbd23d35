import type { FastifySchemaValidationError } from 'fastify';
import { LARGEST_SNOWFLAKE } from '../snowflake.ts';
import type { FormError } from './api-error.ts';

export const REQUIRED = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

/** Returns the platform's code and message for a schema error. */
export function describe(
  { keyword, params }: FastifySchemaValidationError,
  value: unknown,
  schema: unknown,
): FormError {
  const limit = String(params['limit']);
  const isId = fieldOf(schema, 'isSnowflake') === true;
  switch (keyword) {
    case 'format':
      return { code: 'DATE_TIME_TYPE_PARSE', message: `Could not parse ${value}. Should be ISO8601.` };
    case 'pattern':
      if (fieldOf(schema, 'emptyIsMissing') === true) return REQUIRED;
      return isId ? notSnowflake(value) : wrongText(String(params['pattern']), String(value));
    case 'type':
      if (isId) return notSnowflake(value);
      return wrongType(String(params['type']), value);
    // Only ids have a refinement.
    case '~refine':
      return {
        code: 'NUMBER_TYPE_MAX',
        message: `snowflake value should be less than or equal to ${LARGEST_SNOWFLAKE}.`,
      };
    case 'maximum':
      return { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${limit}.` };
    case 'minimum':
      return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${limit}.` };
    case 'maxLength':
    case 'maxItems':
    case 'minLength':
    case 'minItems':
      return wrongLength(keyword, limit, schema);
    case 'enum': {
      const { allowedValues } = params;
      return wrongChoice(Array.isArray(allowedValues) ? allowedValues : []);
    }
    case 'const':
      return wrongChoice([fieldOf(schema, 'const')]);
    default:
      return { code: 'BASE_TYPE_INVALID', message: 'This value is invalid.' };
  }
}

const notSnowflake = (value: unknown): FormError => ({
  code: 'NUMBER_TYPE_COERCE',
  message: `Value "${value}" is not snowflake.`,
});

/** A value that isn't among the allowed ones. */
export const wrongChoice = (choices: readonly unknown[]): FormError => ({
  code: 'BASE_TYPE_CHOICES',
  message: `Value must be one of {${choices.join(', ')}}.`,
});

/** Mentions both limits if there are two. An empty required text of an embed counts as missing. */
function wrongLength(keyword: string, limit: string, schema: unknown): FormError {
  const isTooShort = keyword === 'minLength' || keyword === 'minItems';
  const isText = keyword.endsWith('Length');
  const least = fieldOf(schema, isText ? 'minLength' : 'minItems') ?? fieldOf(schema, 'least');
  const most = fieldOf(schema, isText ? 'maxLength' : 'maxItems');
  const isMissing = fieldOf(schema, 'emptyIsMissing') === true;
  if (isMissing && isTooShort) return REQUIRED;
  if (!isMissing && least !== undefined && most !== undefined && least !== 0)
    return { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${least} and ${most} in length.` };
  return isTooShort
    ? { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${limit} or more in length.` }
    : { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${limit} or fewer in length.` };
}

function wrongText(pattern: string, value: string): FormError {
  const [, schemes] = /^\^\(?([\w|?]+)\)?:\/\/$/.exec(pattern) ?? [];
  if (schemes === undefined)
    return { code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' };
  const known = schemes
    .replace('https?', 'http|https')
    .split('|')
    .map((scheme) => `'${scheme}'`);
  return {
    code: 'URL_TYPE_INVALID_SCHEME',
    message: `Scheme "${value.split(':', 1)[0]}" is not supported. Scheme must be one of (${known.join(', ')}).`,
  };
}

function wrongType(type: string, value: unknown): FormError {
  switch (type) {
    case 'integer':
    case 'number':
      return { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not int.` };
    case 'boolean':
      return { code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
    case 'array':
      return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType.' };
    case 'object':
      return { code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' };
    default:
      return { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' };
  }
}

/** Returns an own property of any value. */
export function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
