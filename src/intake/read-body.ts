import type { Prisma } from '../database/index.ts';

/** How deep a payload may be nested. Real ones have a handful of levels. */
const MAX_DEPTH = 64;

/**
 * Reads a JSON object from bytes; undefined for what isn't one in UTF-8, or is nested so deep that it can't be
 * kept.
 */
export function readBody(body: Buffer): Prisma.InputJsonObject | undefined {
  try {
    const payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return isObject(payload) && isShallow(payload, MAX_DEPTH) ? payload : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Prisma.InputJsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));
