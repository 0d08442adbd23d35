import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from '../../src/linking/seal.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const [old, fresh] = [key('old'), key('fresh')];

test('a sealed text opens again and never looks the same twice', () => {
  const seal = createSeal([old]);
  const [one, other] = [seal.seal('a token', 'of ada'), seal.seal('a token', 'of ada')];
  expect(one).not.toBe(other);
  expect(one).not.toContain('token');
  expect([one, other].map((sealed) => seal.open(sealed, 'of ada'))).toEqual(['a token', 'a token']);
});

test('the newest key seals, and older keys still open', () => {
  const sealed = createSeal([old]).seal('a token', 'of ada');
  const both = createSeal([fresh, old]);
  expect(both.open(sealed, 'of ada')).toBe('a token');
  expect(both.seal('another', 'of ada').startsWith(both.prefix)).toBe(true);
  expect(sealed.startsWith(both.prefix)).toBe(false);
  expect(() => createSeal([fresh]).open(sealed, 'of ada')).toThrow(/no longer contains/);
});

test('a sealed text that was changed or moved does not open', () => {
  const seal = createSeal([old]);
  const sealed = seal.seal('a token', 'of ada');
  const last = sealed.at(-1) === 'A' ? 'B' : 'A';
  for (const wrong of [
    `${sealed.slice(0, -2)}${last}${last}`,
    sealed.slice(0, 20),
    'v1.old.',
    'v2.old.x',
    '',
  ])
    expect(() => seal.open(wrong, 'of ada'), wrong).toThrow(/can't be decrypted/);
  expect(() => seal.open(sealed, 'of eve')).toThrow(/changed after it was encrypted/);
});
