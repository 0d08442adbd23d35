import type { RESTErrorData } from 'discord-api-types/v10';
import type { FastifyError, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { FormError, FormErrors } from './api-error.ts';
import { describe, fieldOf, REQUIRED } from './form-words.ts';

/** Converts a request's schema errors to the platform's format. */
export function formErrorsOf(
  { validation = [], validationContext: where = 'body' }: Refused,
  request: FastifyRequest,
): FormErrors {
  const source = { params: request.params, body: request.body, querystring: request.query, headers: {} };
  return toFormErrors(validation, source[where], request.routeOptions.schema?.[where]);
}

type Refused = Pick<FastifyError, 'validation' | 'validationContext'>;

/**
 * Converts schema errors to the platform's format: https://discord.com/developers/docs/reference#error-messages
 * @param source the validated value
 * @param schema the schema of the value
 */
function toFormErrors(
  problems: readonly FastifySchemaValidationError[],
  source: unknown,
  schema: unknown,
): FormErrors {
  const told = withoutOtherBranches(problems).flatMap((problem) => {
    const path = problem.instancePath.split('/').slice(1);
    const value = at(source, problem.instancePath);
    // An item in a list that must be empty, such as choices beside autocompletion.
    if (problem.keyword === 'boolean') return [{ path: path.slice(0, -1), error: NOT_EMPTY }];
    if (problem.keyword !== 'required')
      return [{ path, error: describe(problem, value, at(schema, problem.schemaPath)) }];
    const missing = problem.params['requiredProperties'];
    const names = Array.isArray(missing) ? missing.map(String) : [];
    return names.map((name) => ({ path: [...path, name], error: REQUIRED }));
  });
  return inPlace(told);
}

const NOT_EMPTY = { code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 0 or fewer in length.' };

/**
 * Of a union (a component is a button, a row, …), keeps only the errors of the branch with the value's `type`. Keeps
 * the error that no branch fits only if there is no more specific one.
 */
function withoutOtherBranches(problems: readonly FastifySchemaValidationError[]) {
  const branches = Map.groupBy(problems.flatMap(otherBranch), ({ instancePath }) => instancePath);
  const isOther = ({ instancePath, schemaPath }: FastifySchemaValidationError) =>
    upwards(instancePath).some((path) =>
      branches.get(path)?.some((branch) => isWithin(schemaPath, branch.schemaPath)),
    );
  // Null is only ever an alternative to a value, so its errors add nothing.
  const left = problems.filter((problem) => !isOther(problem) && problem.params['type'] !== 'null');
  const within = new Map<string, number>();
  for (const { instancePath } of left)
    for (const path of upwards(instancePath)) within.set(path, (within.get(path) ?? 0) + 1);
  return left.filter(({ keyword, instancePath }) => keyword !== 'anyOf' || within.get(instancePath) === 1);
}

/** Returns the union branch that an error rules out, because the branch has another tag than the value. */
function otherBranch({ keyword, schemaPath, instancePath, params }: FastifySchemaValidationError) {
  if (keyword === 'const' && TAG.test(schemaPath))
    return [{ schemaPath: schemaPath.replace(TAG, ''), instancePath: instancePath.replace(/\/\w+$/, '') }];
  const missing = params['requiredProperties'];
  return Array.isArray(missing) && missing.includes('autocomplete') ? [{ schemaPath, instancePath }] : [];
}

const TAG = /\/properties\/(type|style|autocomplete)$/;

function upwards(path: string): string[] {
  const all = [path];
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    all.push(path.slice(0, end));
    if (end === 0) break;
  }
  return all;
}

const isWithin = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`);

/** Returns the value at a JSON pointer. */
const at = (whole: unknown, pointer: string): unknown => pointer.split('/').slice(1).reduce(fieldOf, whole);

/** Merges several trees of field errors. */
export const mergeErrors = (all: readonly FormErrors[]): FormErrors =>
  inPlace(all.flatMap((each) => flatten(each)));

/** Converts field errors to the library's type. */
export function toErrorData(errors: FormErrors): RESTErrorData {
  const own = errors['_errors'];
  const inner = Object.fromEntries(
    Object.entries(errors).flatMap(([field, each]) => (isNested(each) ? [[field, toErrorData(each)]] : [])),
  );
  return Array.isArray(own) ? { ...inner, _errors: [...own] } : inner;
}

interface Placed {
  readonly path: readonly string[];
  readonly error: FormError;
}

function flatten(errors: FormErrors, path: readonly string[] = []): Placed[] {
  return Object.entries(errors).flatMap(([field, inner]) =>
    isNested(inner) ? flatten(inner, [...path, field]) : inner.map((error) => ({ path, error })),
  );
}

function inPlace(all: readonly Placed[]): FormErrors {
  const own = all.filter(({ path }) => path.length === 0).map(({ error }) => error);
  const inner = Map.groupBy(
    all.filter(({ path }) => path.length > 0),
    ({ path: [field = ''] }) => field,
  );
  const fields = [...inner].map(([field, placed]) => [
    field,
    inPlace(placed.map(({ path, error }) => ({ path: path.slice(1), error }))),
  ]);
  // Several union branches can report the same error for a field: keep the first of each code.
  const told = own.filter(({ code }, n) => own.findIndex((other) => other.code === code) === n);
  return { ...Object.fromEntries(fields), ...(told.length > 0 && { _errors: told }) };
}

const isNested = (inner: FormErrors[string] | undefined): inner is FormErrors =>
  inner !== undefined && !Array.isArray(inner);
