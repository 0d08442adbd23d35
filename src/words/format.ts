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

/** Amounts of money in their major unit. A currency that nobody knows is written behind the number. */
export function moneyIn(locale: string) {
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (currency: string): Intl.NumberFormat => {
    const format = formats.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
    formats.set(currency, format);
    return format;
  };
  const plain = new Intl.NumberFormat(locale);
  return (amount: number, currency: string): string =>
    /^[a-z]{3}$/i.test(currency)
      ? formatOf(currency.toUpperCase()).format(amount)
      : `${plain.format(amount)} ${currency}`;
}
