import type { FastifySchemaValidationError } from 'fastify';
import type { FormError, FormErrors } from './api-error.ts';

/**
 * Tells what a schema found wrong the way the platform tells it:
 * https://discord.com/developers/docs/reference#error-messages
 * @param source what was checked
 * @param schema what it was checked with
 */
export function toFormErrors(
  problems: readonly FastifySchemaValidationError[],
  source: unknown,
  schema: unknown,
): FormErrors {
  const told = withoutOtherBranches(problems).flatMap((problem) => {
    const path = problem.instancePath.split('/').slice(1);
    const value = at(source, problem.instancePath);
    if (problem.keyword !== 'required')
      return [{ path, error: describe(problem, value, at(schema, problem.schemaPath)) }];
    const missing = problem.params['requiredProperties'];
    const names = Array.isArray(missing) ? missing.map(String) : [];
    return names.map((name) => ({ path: [...path, name], error: REQUIRED }));
  });
  return told.reduce<FormErrors>((all, { path, error }) => addError(all, path, error), {});
}

const REQUIRED = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

/**
 * Of a choice between shapes (a component is a button, a row, …) only the one whose `type` was named has
 * something to say; that none fits is told only where there is nothing better to tell.
 */
function withoutOtherBranches(problems: readonly FastifySchemaValidationError[]) {
  const others = problems.flatMap(otherBranch);
  const isOther = (problem: FastifySchemaValidationError) =>
    others.some(
      (branch) =>
        isWithin(problem.schemaPath, branch.schemaPath) &&
        isWithin(problem.instancePath, branch.instancePath),
    );
  // Null is only ever the other choice beside a value.
  const left = problems.filter((problem) => !isOther(problem) && problem.params['type'] !== 'null');
  return left.filter(
    (problem) =>
      problem.keyword !== 'anyOf' ||
      !left.some((other) => other !== problem && isWithin(other.instancePath, problem.instancePath)),
  );
}

/** The branch that a problem shows to be another one than was meant: its tag is not what was named. */
function otherBranch({ keyword, schemaPath, instancePath, params }: FastifySchemaValidationError) {
  if (keyword === 'const' && TAG.test(schemaPath))
    return [{ schemaPath: schemaPath.replace(TAG, ''), instancePath: instancePath.replace(/\/\w+$/, '') }];
  const missing = params['requiredProperties'];
  return Array.isArray(missing) && missing.includes('autocomplete') ? [{ schemaPath, instancePath }] : [];
}

const TAG = /\/properties\/(type|style|autocomplete)$/;
const isWithin = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/** What a JSON pointer points at. */
const at = (whole: unknown, pointer: string): unknown => pointer.split('/').slice(1).reduce(fieldOf, whole);

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === field)?.[1];
}

/** Several fields' errors as one, each in its place. */
export const mergeErrors = (all: readonly FormErrors[]): FormErrors =>
  all.flatMap((each) => flatten(each)).reduce((sum, { path, error }) => addError(sum, path, error), {});

function flatten(
  errors: FormErrors,
  path: readonly string[] = [],
): { path: readonly string[]; error: FormError }[] {
  return Object.entries(errors).flatMap(([field, inner]) =>
    isNested(inner) ? flatten(inner, [...path, field]) : inner.map((error) => ({ path, error })),
  );
}

function addError(errors: FormErrors, path: readonly string[], error: FormError): FormErrors {
  const [field, ...rest] = path;
  if (field === undefined) {
    const known = errors['_errors'];
    const others: FormError[] = Array.isArray(known) ? known.filter(({ code }) => code !== error.code) : [];
    return { ...errors, _errors: [...others, error] };
  }
  const inner = errors[field];
  return { ...errors, [field]: addError(isNested(inner) ? inner : {}, rest, error) };
}

const isNested = (inner: FormErrors[string] | undefined): inner is FormErrors =>
  inner !== undefined && !Array.isArray(inner);

function describe(
  { keyword, params, message }: FastifySchemaValidationError,
  value: unknown,
  schema: unknown,
): FormError {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'format':
      return { code: 'DATE_TIME_TYPE_PARSE', message: `Could not parse ${value}. Should be ISO8601.` };
    case 'pattern':
      if (fieldOf(schema, 'emptyIsMissing') === true) return REQUIRED;
      return wrongText(String(params['pattern']), String(value));
    case 'type':
      return wrongType(String(params['type']), value);
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
      return { code: 'BASE_TYPE_INVALID', message: message ?? 'This value is invalid.' };
  }
}

/** A value that must be one of a few. */
export const wrongChoice = (choices: readonly unknown[]): FormError => ({
  code: 'BASE_TYPE_CHOICES',
  message: `Value must be one of {${choices.join(', ')}}.`,
});

/** Where there are two limits, both are told. An empty text of an embed counts as missing. */
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
  if (pattern.includes('\\d{'))
    return { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not snowflake.` };
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
    case 'array':
      return { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType.' };
    case 'object':
      return { code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' };
    default:
      return { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' };
  }
}
