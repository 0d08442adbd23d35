import { expect, test } from 'vitest';
import { wordsFor } from '../../src/i18n/index.ts';

const { webhooks, memberships } = wordsFor('de');
const at = new Date('2026-11-21T12:00:00Z');

test.each([
  ['membership.went_valid', 'delivered', '„sie gab Zugang“, zugestellt'],
  ['app_payment.failed', 'failed', '„eine Zahlung scheiterte“, gescheitert'],
  ['refund.created', 'pending', '„eine Erstattung begann“, steht noch aus'],
])('the status of a delivery of %s is shown in German', (event, status, said) => {
  const delivery = { event, status, at: null, attempts: 1, statusCode: 200, fault: null };
  expect(webhooks.lastDelivery(delivery).text).toContain(said);
});

test('history events are shown in German, including those that change no access', () => {
  expect(memberships.history.event(at, 'dispute_created').text).toContain('eine Zahlung wurde angefochten');
});
