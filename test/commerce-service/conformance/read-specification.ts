import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every row of the specification, by section. The file has a section's number at the start of a line, and its
 * rows below, indented; `x = a b` are two rows: `x = a` and `x = b`.
 */
export function readSpecification(): Map<string, readonly string[]> {
  const text = readFileSync(join(import.meta.dirname, 'specification.txt'), 'utf8');
  const sections = text
    .trim()
    .split(/\n\n/)
    .map((section) => section.split('\n'));
  return new Map(
    sections.map(([name = '', ...lines]) => [name, lines.flatMap((line) => rowsOf(line.trim()))]),
  );
}

function rowsOf(line: string): string[] {
  const [subject, values] = line.split(' = ');
  return values === undefined ? [line] : values.split(' ').map((value) => `${subject} = ${value}`);
}
