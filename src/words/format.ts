/** A number with the form of its noun, as the language has it. */
export function counter(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (count: number, one: string, other: string): string =>
    `${digits.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}

/** `past_due` as people write it. */
export const spell = (status: string): string => status.replaceAll('_', ' ');

/** A moment in text that no client of the platform puts into the reader's own time. */
export const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
