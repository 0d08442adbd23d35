/** Creates a formatter of numbers with the right plural form of a noun. */
export function counter(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (count: number, one: string, other: string): string =>
    `${digits.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}

/** Formats a status such as `past_due` for readers. */
export const spell = (status: string): string => status.replaceAll('_', ' ');

/** Formats a time in UTC, for text in which the platform's clients don't show local times. */
export const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Creates a formatter of amounts in their major unit. An unknown currency is written after the number. */
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
