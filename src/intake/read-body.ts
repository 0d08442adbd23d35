/** How deep a payload may be nested. Real ones have a handful of levels. */
const MAX_DEPTH = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object from bytes; undefined for what isn't one in UTF-8, or is nested so deep that it can't be
 * kept.
 * @returns it, and its text
 */
export function readBody(body: Buffer): { readonly payload: object; readonly text: string } | undefined {
  try {
    const text = decoder.decode(body);
    const payload: unknown = JSON.parse(text);
    return isObject(payload) && isShallow(payload, MAX_DEPTH) ? { payload, text } : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));
