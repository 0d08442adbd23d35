import { expect } from 'vitest';
import type { Answer } from './reach.ts';

/** Expects a refusal that names the field, in the shape of the API or, for OAuth, of RFC 6749. */
export function expectRefusal({ status, body }: Answer, field: string): void {
  expect(status).toBe(400);
  expect(body.error_description ?? body.error.message).toContain(field);
}
