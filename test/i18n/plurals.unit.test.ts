import { expect, test } from 'vitest';
import { counter, pluralIn } from '../../src/i18n/format.ts';
import { wordsFor } from '../../src/i18n/index.ts';

test.each([
  ['en', [0, 1, 2, 1_000], ['0 days', '1 day', '2 days', '1,000 days']],
  ['de', [0, 1, 2, 1_000], ['0 days', '1 day', '2 days', '1.000 days']],
  ['fr', [0, 1, 2], ['0 day', '1 day', '2 days']],
])('a number has the noun’s form that the language %s uses', (locale, numbers, texts) => {
  const count = counter(locale);
  expect(numbers.map((number) => count(number, 'day', 'days'))).toEqual(texts);
});

test('a language may have more than two forms', () => {
  const plural = pluralIn('pl');
  const forms = [1, 3, 5, 1.5].map((files) =>
    plural(files, 'plik', 'pliku', { few: 'pliki', many: 'plików' }),
  );
  expect(forms).toEqual(['plik', 'pliki', 'plików', 'pliku']);
});

const roleId = '100000000000000001';

test.each([
  [
    'en',
    1,
    '1 day of grace',
    '1 item is left out here',
    'about it.',
    '… and 1 more line',
    '1 member would get it',
  ],
  [
    'en',
    2,
    '2 days of grace',
    '2 items are left out here',
    'about them.',
    '… and 2 more lines',
    '2 members would get it',
  ],
  ['de', 1, '1 Tag Frist', '1 Eintrag fehlt hier', '', '… und 1 weitere Zeile', '1 Mitglied bekäme sie'],
  [
    'de',
    2,
    '2 Tage Frist',
    '2 Einträge fehlen hier',
    '',
    '… und 2 weitere Zeilen',
    '2 Mitglieder bekämen sie',
  ],
])(
  'in %s, sentences about %i are in one number',
  (language, number, grace, leftOut, pronoun, more, gains) => {
    const { access, frame, roles } = wordsFor(language);
    expect(roles.terms.grace(number)).toBe(grace);
    expect(frame.leftOut(number).text).toContain(leftOut);
    expect(frame.leftOut(number).text).toContain(pronoun);
    expect(frame.more(number).text).toContain(more);
    expect(access.gains(roleId, number).text).toContain(gains);
  },
);
