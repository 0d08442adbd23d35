import { expect, test } from 'vitest';
import { english, LANGUAGES, wordsFor } from '../../src/i18n/index.ts';

const at = new Date('2026-11-21T12:00:00Z');

test.each(LANGUAGES)('a value that the tables lack is shown as it is (%s)', (language) => {
  const { memberships, promos, reasons, webhooks } = wordsFor(language);
  const { history, facts } = memberships;
  const delivery = {
    event: 'plan.sold_out',
    status: 'put_off',
    at,
    attempts: 1,
    statusCode: 200,
    fault: null,
  };
  for (const strange of ['half_active', 'toString']) {
    const spelled = strange.replace('_', ' ');
    expect(memberships.status(strange)).toBe(spelled);
    expect(promos.status(strange)).toBe(spelled);
    expect(reasons.membershipEnded('mem_1', strange)).toContain(spelled);
    expect(facts.processor(strange).text).toContain(spelled);
    expect(history.event(at, strange).text).toContain(spelled);
    expect(history.action(at, strange, '100000000000000001', 'done').text).toContain(
      strange.replace('_', '\\_'),
    );
  }
  expect(webhooks.lastDelivery(delivery).text).toContain('put off');
});

test('history events are named in English, by their registered name or the one in deliveries', () => {
  const { history } = english.memberships;
  expect(history.event(at, 'dispute_created').text).toContain('a payment was disputed');
  expect(history.event(at, 'app_payment.failed').text).toContain('a payment failed');
});
