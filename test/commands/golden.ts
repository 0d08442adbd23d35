import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Heard } from './talk.ts';

/** GOLDEN=write writes the files instead of comparing them. Review them afterwards. */
const isWriting = process.env['GOLDEN'] === 'write';

/** Expects the message to equal `golden/NAME.md`. */
export async function expectGolden(name: `${string}/${string}`, { text }: Heard): Promise<void> {
  const file = join(import.meta.dirname, 'golden', `${name}.md`);
  if (isWriting) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return;
  }
  expect(text).toBe(await readFile(file, 'utf8'));
}

/** Replaces times, measurements, ports and versions, which differ between runs. */
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
