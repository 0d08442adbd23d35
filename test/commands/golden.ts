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
