import { expect, test } from 'vitest';
import { LANGUAGES, wordsFor } from '../../src/i18n/index.ts';
import type { Failure } from '../../src/linking/failure.ts';
import { arrivalsPart, donePage, endedPart } from '../../src/linking/pages/done.ts';
import { failurePage } from '../../src/linking/pages/failures.ts';
import {
  busyPage,
  confirmPage,
  onwardPage,
  purchasesPage,
  startPage,
} from '../../src/linking/pages/journey.ts';
import { englishIn, languageOf } from '../support/language.ts';

const until = new Date('2026-11-21T12:00:00Z');
const FAILURES: readonly Failure[] = [
  ...(['denied', 'expired', 'other browser', 'mixed up', 'forged', 'already linked'] as const).map(
    (kind) => ({ kind }),
  ),
  ...(['unsupported', 'unavailable', 'ended'] as const).map((kind) => ({ kind })),
  { kind: 'wrong account', name: 'Mira' },
  { kind: 'forbidden', until },
  { kind: 'too often', until },
  { kind: 'unreadable', status: 404 },
  { kind: 'fault', requestId: 'req-1' },
  { kind: 'too many', seconds: 20 },
];

const arrivals = (isThere: boolean) => ({
  roles: [{ guild: 'Club', role: 'Pro', isThere }],
  isComplete: isThere,
});

test.each(LANGUAGES)('every linking page is in %s, and says so', (language) => {
  const words = wordsFor(language);
  const place = { base: '/link', proof: 'x' };
  const names = { chatName: 'Mira', commerceName: 'ann@example.com' };
  const pages = [
    startPage(words, '/link', { platform: 'Discord', letsIn: true, expectedUserId: undefined }),
    onwardPage(words, 'https://discord.test/'),
    busyPage(words),
    purchasesPage(words, place, 'Mira'),
    confirmPage(words, place, { ...names, moves: true }),
    donePage(words, '/link', names, arrivals(true)),
    ...FAILURES.map((failure) => failurePage(words, failure, '/link').page),
  ].map(String);
  const parts = [
    ...[undefined, { roles: [], isComplete: true }, arrivals(false)].map((one) => arrivalsPart(words, one)),
    endedPart(words),
  ].map(String);
  expect(new Set(pages.map(languageOf))).toEqual(new Set([language]));
  for (const page of [...pages, ...parts]) expect(englishIn(page).length > 0, page).toBe(language === 'en');
});
