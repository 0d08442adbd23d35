import { de } from './de/index.ts';
import { en, type Words } from './en/index.ts';

export type { Words } from './en/index.ts';

/** A text chosen from all words: how what is declared once speaks every language. */
export type Text = (words: Words) => string;

/** English, in which the audit is kept and which everybody gets whose language we don't speak. */
export const english: Words = en;

/** The other languages, by their names on the platform. */
export const translations: ReadonlyMap<string, Words> = new Map([['de', de]]);

/** @param locale as the platform names it: `de`, `en-GB`; some interactions come without */
export const wordsFor = (locale: string | undefined): Words =>
  translations.get(locale?.split('-', 1)[0] ?? '') ?? english;
