import { de } from './de/index.ts';
import { en, type Words } from './en/index.ts';

export type { Words } from './en/index.ts';

/** Selects a text from the words of any language, so that a text is declared once for all languages. */
export type Text = (words: Words) => string;

/** English: the language of audit records, and the fallback for unsupported locales. */
export const english: Words = en;

/** The other languages, by the platform's locale codes. */
export const translations: ReadonlyMap<string, Words> = new Map([['de', de]]);

/**
 * Returns the words for a locale, or English.
 * @param locale a locale of the platform, such as `de` or `en-GB`; some interactions have none
 */
export const wordsFor = (locale: string | undefined): Words =>
  translations.get(locale?.split('-', 1)[0] ?? '') ?? english;
