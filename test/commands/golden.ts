import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Heard } from './talk.ts';

/** Set GOLDEN=write to have the files written instead of compared; then read them. */
const isWriting = process.env['GOLDEN'] === 'write';

/** Compares what a member reads with `golden/NAME.md`, exactly. */
export async function expectGolden(name: `${string}/${string}`, { text }: Heard): Promise<void> {
  const file = join(import.meta.dirname, 'golden', `${name}.md`);
  if (isWriting) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return;
  }
  expect(text).toBe(await readFile(file, 'utf8'));
}

/** Without moments and measured times, which are others each time. */
export const timeless = (heard: Heard): Heard => ({
  ...heard,
  text: heard.text
    .replace(/<t:\d+:R>/g, '<some time ago>')
    .replace(/<t:\d+:f>/g, '<some moment>')
    .replace(/[\d,.]+ (ms|milliseconds?|Millisekunden?)\b/g, 'some $1')
    .replace(/\d+ (jobs? waits?|Auftrag wartet|Aufträge warten)/g, 'some work waits')
    .replace(/127\.0\.0\.1:\d+/g, 'localhost')
    .replace(/PostgreSQL [\d.]+( \([^)]*\))?/g, 'PostgreSQL'),
});
