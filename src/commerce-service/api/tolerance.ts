import type { FastifyRequest } from 'fastify';
import { plural } from '../plural.ts';
import { Refusal } from './refusal.ts';
import { refuseUnstorableRequest } from './storable.ts';

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
  const are = plural(unknown.length, 'is not a query parameter', 'are not query parameters');
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
