/** Results of several rounds of one measurement. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: percentile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** @param sorted in ascending order */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

/** Divides measurements of the same round. */
export const ratios = (those: readonly number[], these: readonly number[]): number[] =>
  those.map((value, round) => value / (these[round] ?? Number.NaN));

/** Formats a number with three significant digits and thousands separators. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(digits, 3) });
}

/** Formats a spread as its median and range. */
export const shown = ({ median, min, max }: Spread, unit = ''): string =>
  min === max ? `${figure(median)}${unit}` : `${figure(median)}${unit} (${figure(min)}–${figure(max)})`;
