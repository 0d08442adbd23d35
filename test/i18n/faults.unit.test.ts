import { expect, test } from 'vitest';
import { ChatFault, faultText, storedFaultText } from '../../src/i18n/chat-fault.ts';
import { LANGUAGES, wordsFor } from '../../src/i18n/index.ts';

const { faults: german } = wordsFor('de');

test('a fault has its English text for the log, and its details for every language', () => {
  const cause = new Error('socket hang up');
  const fault = new ChatFault('COMMERCE_DECLINED', { status: 409, said: 'Sold out.', cause });
  expect(fault).toMatchObject({
    code: 'COMMERCE_DECLINED',
    details: { status: 409, said: 'Sold out.' },
    cause,
  });
  expect(fault.message).toBe('The Commerce Service declined this (409). It says: Sold out.');
  expect(faultText(german, fault)).toBe('Der Commerce Service lehnt das ab (409). Er sagt: Sold out.');
});

test('a text with a number has the form that fits', () => {
  expect(new ChatFault('CHANGE_DID_NOT_STICK', { changes: 1 }).message).toContain(
    '1 role change but did not keep it',
  );
  expect(new ChatFault('CHANGE_DID_NOT_STICK', { changes: 2 }).message).toContain(
    '2 role changes but did not keep them',
  );
});

test('a stored fault is shown in the language of the reader', () => {
  const stored = {
    code: 'COMMERCE_UNABLE',
    message: 'Rolekeeper can’t create plans.',
    details: { operation: 'create plans' },
  };
  expect(storedFaultText(german, stored)).toContain('keine Pläne anlegen');
});

test.each([
  ['a code that no version knows any more', 'GONE_SINCE_LAST_YEAR'],
  ['a code that is the name of a method', 'toString'],
  ['no code', null],
])('a stored fault with %s is shown in English', (_, code) => {
  expect(storedFaultText(german, { code, message: 'It is broken.' })).toBe('It is broken.');
  expect(storedFaultText(german, { code, message: null })).toContain('etwas Unerwartetes');
});

test.each([
  undefined,
  null,
  'text',
  {},
  { seconds: 'soon' },
  { operation: 'fly', risk: 'none', powers: [1] },
])('every stored fault has a text in every language with the details %j', (details) => {
  for (const language of LANGUAGES) {
    const { faults } = wordsFor(language);
    for (const code of Object.keys(faults)) {
      const text = storedFaultText(faults, { code, message: null, details });
      expect(text, `${language} ${code}`).toMatch(/^.{5,}\.$/);
      expect(text, `${language} ${code}`).not.toMatch(/undefined|NaN|null/);
    }
  }
});
