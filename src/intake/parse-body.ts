import { checkJsonSize } from '../network/json-size.ts';

/** Largest number of values in a payload. Real payloads have a few hundred. */
const MAX_VALUES = 20_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON object. Undefined for anything else: other types, invalid UTF-8, too many values, nested too deeply.
 * @returns the object and its text
 */
export function parseBody(body: Buffer): { readonly payload: object; readonly text: string } | undefined {
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
