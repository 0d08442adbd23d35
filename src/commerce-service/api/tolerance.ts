import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pluralIn } from '../../i18n/format.ts';
import { checkJsonSize } from '../../network/json-size.ts';
import { Refusal } from './refusal.ts';

/** More parameters than any operation has. */
const MAX_PARAMETERS = 50;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if null in the body clears a field, where the schema allows null. Otherwise null counts as omitted. */
    nulls?: 'kept';
    /** Message of the refusal of a missing body, on routes where omitting the body must not request all defaults. */
    needsBody?: string;
  }
}

/**
 * Normalizes a request to the form that the schemas describe. Clients write lists of names in three ways (`expand=a,b`,
 * `expand=a&expand=b`, `expand[]=a`), send `null` for omitted fields, and send no body if every field is optional.
 * @throws Refusal for a missing body where one is required, for too many or unknown query parameters, and for values
 *   that the database can't store
 */
export async function tolerate(request: FastifyRequest): Promise<void> {
  const { nulls, needsBody } = request.routeOptions.config;
  const areNullsKept = nulls === 'kept';
  if (needsBody !== undefined && (request.body ?? null) === null) throw new Refusal('invalid', needsBody);
  request.body ??= {};
  if (isRecord(request.body) && !areNullsKept) request.body = withoutNulls(request.body);
  if (isRecord(request.query)) {
    if (Object.keys(request.query).length > MAX_PARAMETERS)
      throw new Refusal('invalid', `A URL may have at most ${MAX_PARAMETERS} query parameters.`);
    request.query = withExpandList(request.query);
  }
  // Limits the nesting depth before anything else recurses into the request.
  await refuseUnstorableRequest(request);
  refuseUnknown(request);
}

/** Refuses unknown parameters of a list, since ignoring a mistyped filter would return unfiltered results. */
function refuseUnknown({ query, routeOptions: { schema } }: FastifyRequest): void {
  const properties = isRecord(schema?.querystring) && schema.querystring['properties'];
  if (!isRecord(properties) || !('page' in properties) || !isRecord(query)) return;
  const unknown = Object.keys(query).filter((name) => !(name in properties));
  if (unknown.length === 0) return;
  const are = pluralIn('en')(unknown.length, 'is not a query parameter', 'are not query parameters');
  const known = Object.keys(properties).join(', ');
  throw new Refusal('invalid', `${unknown.join(', ')} ${are} of this list. Allowed: ${known}.`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

function withExpandList(query: Record<string, unknown>): Record<string, unknown> {
  const isExpand = ([name]: [string, unknown]) => /^expand(\[\d*\])?$/.test(name);
  const entries = Object.entries(query);
  const expand = entries
    .filter(isExpand)
    .flatMap(([, value]) => value)
    .flatMap((names) => String(names).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const others = Object.fromEntries(entries.filter((entry) => !isExpand(entry)));
  return expand.length > 0 ? { ...others, expand } : others;
}

/** Maximum nesting depth of objects and lists below one field. */
const MAX_DEPTH = 32;

/** Refuses a request that contains a value that the database can't store. */
export async function refuseUnstorableRequest({ body, query, params }: FastifyRequest): Promise<void> {
  for (const part of [body, query, params]) refuseUnstorable(part);
}

/** @throws Refusal naming a field that can't be stored and read back unchanged */
function refuseUnstorable(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    const nameless = problemWith(name, 0);
    if (nameless !== undefined) throw new Refusal('invalid', `The name of a field ${nameless}`);
    const problem = problemWith(value, MAX_DEPTH);
    if (problem !== undefined) throw new Refusal('invalid', `${name} ${problem}`);
  }
}

function problemWith(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return problemWithText(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'contains a number that is too large.';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return `may nest objects and lists at most ${MAX_DEPTH} levels deep.`;
  for (const [name, inner] of Object.entries(value)) {
    const problem = problemWithText(name) ?? problemWith(inner, depth - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Finds characters that PostgreSQL can't store in a text: NUL, and unpaired surrogates. */
function problemWithText(text: string): string | undefined {
  if (text.includes('\0')) return "can't contain a NUL character.";
  return text.isWellFormed() ? undefined : 'contains text that is not valid Unicode.';
}

export const isStorable = (text: string): boolean => problemWithText(text) === undefined;

/** Reads JSON bodies. An empty body of any content type counts as absent; the error in an invalid one is explained. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addHook('onRequest', async ({ headers }) => {
    // Many clients send a content type without a body, and some send an arbitrary one.
    if ((headers['content-length'] ?? '0') === '0') delete headers['content-type'];
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    checkJsonSize(body);
    void parse(request, body, (error, value) => done(error && inWords(error, body), value));
  });
}

/** Explains why a body that is valid JSON was refused: a name in it has a special meaning in JavaScript. */
function inWords(error: Error, body: string): Error {
  try {
    JSON.parse(body);
  } catch {
    return error;
  }
  return new Refusal(
    'invalid',
    'No field can have the name "__proto__", or "constructor" with a "prototype".',
  );
}
