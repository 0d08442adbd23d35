import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Brings a request into the one form that the schemas describe. Clients write lists of names in three ways
 * (`expand=a,b`, `expand=a&expand=b`, `expand[]=a`), send `null` for what they leave out, and no body where
 * every field is optional.
 * @throws Refusal for text that no database can keep
 */
export async function tolerate(request: FastifyRequest): Promise<void> {
  request.body = isRecord(request.body) ? withoutNulls(request.body) : (request.body ?? {});
  if (isRecord(request.query)) request.query = withExpandList(request.query);
  for (const part of [request.body, request.query, request.params])
    if (!isStorable(part)) throw new Refusal('invalid', 'The request holds text that is not valid Unicode.');
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

/** PostgreSQL keeps neither NUL nor half a surrogate pair in a text. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
}
