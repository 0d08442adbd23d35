import { Refusal } from '../api/refusal.ts';
import { EVERY_LATER_CHARGE, formatMoney } from '../payments/money.ts';
import { chargeTestMethod, TEST_METHODS } from '../payments/test-methods.ts';
import { acceptedMethods } from '../plans/schema.ts';
import type { Attempts } from './attempts.ts';
import type { Order } from './order.ts';
import { due, isFree, type Sale } from './terms.ts';

/**
 * Charges the chosen payment method, unless this sale never costs anything.
 * @returns the processor's answer, approved or declined; undefined for a free sale
 * @throws Refusal if the plan doesn't accept the method, its account is missing or unknown, or too many attempts failed
 */
export function charge(sale: Sale, order: Order, attempts: Attempts) {
  if (isFree(sale)) return undefined;
  const { payment_method: method = 'card' } = order;
  const { field } = TEST_METHODS[method];
  const accepted = acceptedMethods(sale.plan);
  if (!accepted.includes(method))
    throw new Refusal('conflict', ({ refusals }) => refusals.methodRefused(method, accepted));
  const account = order[field];
  if (account === undefined) {
    const first = due(sale, 1);
    const price = first.isZero() ? due(sale, EVERY_LATER_CHARGE) : first;
    throw new Refusal('invalid', ({ locale, refusals }) =>
      refusals.accountNeeded(field, formatMoney(price, sale.plan.baseCurrency, locale)),
    );
  }
  const answer = chargeTestMethod(method, account);
  attempts.try(answer.outcome === 'approved');
  if (answer.outcome === 'unknown card') throw new Refusal('declined', answer.said);
  return { ...answer, method };
}
