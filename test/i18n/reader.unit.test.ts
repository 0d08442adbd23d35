import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/i18n/index.ts';
import { wordsOf } from '../../src/i18n/reader.ts';

const languageFor = (accepted: string | undefined): string =>
  wordsOf({ headers: accepted === undefined ? {} : { 'accept-language': accepted } }).locale;

test.each([
  ['no wish', undefined, 'en'],
  ['an empty wish', '', 'en'],
  ['any language', '*', 'en'],
  ['a language', 'de', 'de'],
  ['a region of a language', 'de-AT', 'de'],
  ['a language in capitals', 'FR-ca', 'fr'],
  ['the first of several', 'fr, de;q=0.9, en;q=0.8', 'fr'],
  ['the one of the highest quality, wherever it stands', 'en;q=0.3, fr;q=0.5, de;q=0.7', 'de'],
  ['the best that we have', 'nl, sv;q=0.9, fr;q=0.2', 'fr'],
  ['only languages that we lack', 'nl, sv', 'en'],
  ['a language that it refuses', 'de;q=0, fr;q=0.1', 'fr'],
  ['the name of a method', 'constructor, toString;q=0.9', 'en'],
  ['nothing that can be read', ';;;,,,=q;q=q\u0000"', 'en'],
])('a browser that asks for %s gets it, or English', (_, accepted, language) => {
  expect(languageFor(accepted)).toBe(language);
});

test('only the beginning of a long wish is read, which costs no time', () => {
  const start = performance.now();
  for (const long of [
    `de,${'x-y;q=0.5,'.repeat(100_000)}`,
    `de,${'-'.repeat(1_000_000)}`,
    `de,${' '.repeat(1_000_000)}`,
  ])
    expect(languageFor(long)).toBe('de');
  expect(languageFor(`${'nl,'.repeat(100)}de`)).toBe('en');
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('every language is found by its own name', () => {
  expect(LANGUAGES.map(languageFor)).toEqual(LANGUAGES);
});
