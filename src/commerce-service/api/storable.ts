import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

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
