import { checkJsonSize } from '../json-size.ts';

/** How many values a payload may hold. Real ones have some hundred. */
const MAX_VALUES = 20_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON object from bytes; undefined for what isn't one in UTF-8, or is larger or deeper than any event.
 * @returns it, and its text
 */
export function readBody(body: Buffer): { readonly payload: object; readonly text: string } | undefined {
  try {
    const text = decoder.decode(body);
    checkJsonSize(text, MAX_VALUES);
    const payload: unknown = JSON.parse(text);
    return isObject(payload) ? { payload, text } : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
