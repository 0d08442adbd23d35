/** The forms that a language has besides "one" and "other". */
type MoreForms = Partial<Record<'zero' | 'two' | 'few' | 'many', string>>;

/** Creates a function that picks the form of a text that fits a number. */
export function pluralIn(locale: string) {
  const rules = new Intl.PluralRules(locale);
  return (count: number, one: string, other: string, more: MoreForms = {}): string => {
    const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { ...more, one, other };
    return forms[rules.select(count)] ?? other;
  };
}

/** Creates a formatter of numbers with the right plural form of a noun. */
export function counter(locale: string) {
  const plural = pluralIn(locale);
  const digits = new Intl.NumberFormat(locale);
  return (count: number, one: string, other: string, more?: MoreForms): string =>
    `${digits.format(count)} ${plural(count, one, other, more)}`;
}

/** Returns the text that a table has for a key, which may come from elsewhere; undefined if there is none. */
export const textOf = <Key extends string>(
  table: Readonly<Record<Key, string>>,
  key: string,
): string | undefined => (isKey(table, key) ? table[key] : undefined);

const isKey = <Key extends string>(table: Readonly<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(table, key);

/** Formats a status such as `past_due` for readers. */
export const spell = (status: string): string => status.replaceAll('_', ' ');

/**
 * Describes an event, by its registered name or the one in deliveries: `membership.went_valid`. An event that the table
 * lacks is shown by its name.
 */
export const eventText = (events: Readonly<Record<string, string>>, name: string): string =>
  textOf(events, name.replace('.', '_').replace(/^app_/, '')) ?? spell(name);

/** Formats a day in UTC, for pages. */
export const dayIn = (locale: string, at: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

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
