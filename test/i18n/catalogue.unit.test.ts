import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, wordsFor } from '../../src/i18n/index.ts';

/** Texts of a language by their path. */
type Texts = ReadonlyMap<string, string>;

/** Arguments that texts take: a string or number, and something that passes for a list or a date. */
const SAMPLES = ['2', Object.assign(['2'], { getTime: () => 0, toISOString: () => '2026-11-21T12:00:00Z' })];

/** Calls a text's function. Undefined for one that takes details of its own, such as a fault's. */
function call(text: (...values: unknown[]) => unknown): unknown {
  for (const sample of SAMPLES)
    try {
      return text(sample, sample, sample, sample);
    } catch {}
  return undefined;
}

function collect(value: unknown, path: string, found: Map<string, string>): Texts {
  if (typeof value === 'function')
    return collect(
      call((...values) => Reflect.apply(value, undefined, values)),
      `${path}()`,
      found,
    );
  if (typeof value === 'string') return found.set(path, value);
  if (typeof value !== 'object' || value === null) return found;
  if (Object.hasOwn(value, 'toString') || String(value) !== '[object Object]')
    return found.set(path, String(value));
  for (const [key, inner] of Object.entries(value)) collect(inner, `${path}.${key}`, found);
  return found;
}

const textsOf = (language: string): Texts => collect(wordsFor(language), language, new Map());

/** Whether a text is a sentence or a phrase, which two languages never have in common. */
const isPhrase = (text: string): boolean => (text.match(/\p{L}{3,}/gu) ?? []).length > 2;

const pairs = LANGUAGES.flatMap((one, index) =>
  LANGUAGES.slice(index + 1).map((other) => [one, other] as const),
);

test.each(pairs)('no phrase of %s is the same in %s', (one, other) => {
  const theirs = textsOf(other);
  const same = [...textsOf(one)].filter(
    ([path, text]) => isPhrase(text) && theirs.get(path.replace(one, other)) === text,
  );
  expect(same).toEqual([]);
});

test.each(LANGUAGES)('no text of %s is empty', (language) => {
  const texts = textsOf(language);
  expect(texts.size).toBeGreaterThan(700);
  for (const [path, text] of texts) expect(text.trim(), path).not.toBe('');
});

test.each(LANGUAGES)('numbers, dates and plurals in the texts of %s are in that language', (language) => {
  for (const file of globSync(`src/i18n/${language}/**/*.ts`))
    for (const [, locale] of readFileSync(file, 'utf8').matchAll(/\w\('([a-z]{2}(?:-[A-Z]{2})?)'[,)]/g))
      expect(locale, file).toBe(language);
});
