import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Findings, Picture } from './bench.ts';
import { aimsTable, toMarkdown } from './table.ts';

const DOCS = join(import.meta.dirname, '../docs');
const PICTURES = 'images/benchmarks';

export interface Result {
  readonly bench: Pick<Bench, 'title'>;
  readonly findings: Findings;
}

/** Writes `docs/benchmarks.md` and its images. */
export async function writeDocument(
  results: readonly Result[],
  facts: readonly string[],
  at: Date,
): Promise<void> {
  await mkdir(join(DOCS, PICTURES), { recursive: true });
  for (const { name, svg } of results.flatMap(({ findings }) => findings.pictures))
    await writeFile(join(DOCS, PICTURES, `${name}.svg`), svg);
  await writeFile(join(DOCS, 'benchmarks.md'), toDocument(results, facts, at));
}

/** Renders the document as Markdown. */
export const toDocument = (results: readonly Result[], facts: readonly string[], at: Date): string =>
  [
    '# Benchmarks',
    '<!-- Written by `npm run bench -- --write`: change bench/, not this. -->',
    `All of it was measured in one run on one machine, on ${at.toISOString().slice(0, 10)}. What counts are the ratios: each pair was measured in turns, so that a slow minute hits both. Where there were several rounds a figure is their median, with the least and the most behind it.`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...results.flatMap(toSection),
    '',
  ].join('\n\n');

const toSection = ({ bench: { title }, findings }: Result): string[] => [
  `## ${title}`,
  ...findings.method,
  ...findings.tables.map(toMarkdown),
  ...findings.pictures.map(toImage),
  ...(findings.aims.length > 0 ? [toMarkdown(aimsTable(findings.aims))] : []),
  ...findings.notes,
];

const toImage = ({ name, caption }: Picture): string => `![${caption}](${PICTURES}/${name}.svg)`;
