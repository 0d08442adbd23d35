import { de } from './de/index.ts';
import { en, type Words } from './en/index.ts';
import { fr } from './fr/index.ts';

export type { Words } from './en/index.ts';

/** Selects a text from the words of any language, so that a text is declared once for all languages. */
export type Text = (words: Words) => string;

/** Every language, by the platform's locale code. A new one is a directory and a line here. */
const REGISTRY = { en, de, fr } satisfies Record<string, Words>;

export type Language = keyof typeof REGISTRY;

export const isLanguage = (code: string): code is Language => Object.hasOwn(REGISTRY, code);

export const LANGUAGES: readonly Language[] = Object.keys(REGISTRY).filter(isLanguage);

/** The language of the audit, and of readers whose own isn't supported. */
export const english: Words = en;

/** The other languages, by the platform's locale codes. */
export const translations: ReadonlyMap<string, Words> = new Map(
  Object.entries(REGISTRY).filter(([code]) => code !== 'en'),
);

/** @param locale the platform's locale, such as `de` or `en-GB`; undefined for interactions without one */
export const wordsFor = (locale: string | undefined): Words => {
  const codes = [locale ?? '', locale?.split('-', 1)[0] ?? ''];
  const language = codes.find(isLanguage);
  return language === undefined ? english : REGISTRY[language];
};

/** Names a language in itself, and in the reader's language if that differs: "Deutsch (German)". */
export function languageName(language: Language, { locale }: Words): string {
  const nameIn = (reader: string): string => {
    const name = new Intl.DisplayNames(reader, { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
  };
  const [own, translated] = [nameIn(language), nameIn(locale)];
  return own === translated ? own : `${own} (${translated})`;
}
