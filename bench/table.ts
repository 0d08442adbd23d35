import type { Aim, Table } from './bench.ts';
import { figure, shown } from './spread.ts';

/** Renders the aims as a table of goals, measurements and results. */
export const aimsTable = (aims: readonly Aim[]): Table => ({
  caption: 'Aims',
  head: ['what', 'aim', 'measured', 'result'],
  rows: aims.map((aim) => [
    ...[aim.what, `${aim.bound.is} ${figure(aim.bound.value)} ${aim.unit}`],
    ...[shown(aim.measured, ` ${aim.unit}`), verdict(aim)],
  ]),
});

function verdict({ bound: { is, value }, unit, measured: { median } }: Aim): string {
  const distance = `${figure(Math.abs(median - value))} ${unit}`;
  if (is === 'exactly') return median === value ? 'met' : `missed by ${distance}`;
  const isMet = is === 'at least' ? median >= value : median <= value;
  return isMet ? 'met' : `missed by ${distance}`;
}

/** Renders a table for a terminal, with aligned columns. */
export function toText({ caption, head, rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [`${caption}:`, ...lines.map((line) => `  ${line.trimEnd()}`)].join('\n');
}

/** Renders a table as Markdown. */
export const toMarkdown = ({ caption, head, rows }: Table): string =>
  [
    `${caption}:\n`,
    `| ${head.join(' | ')} |`,
    `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
