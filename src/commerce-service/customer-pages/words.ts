import { toEpochSeconds } from '../../clock.ts';
import { dateInWords } from '../checkout/dates.ts';
import { emailOf, isEmailProven, type UserRow } from '../customers/users.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { refillEnd } from '../payments/membership.ts';
import { formatMoney, type Money } from '../payments/money.ts';
import { type PaymentRow, refundedOf } from '../payments/schema.ts';
import { plural } from '../plural.ts';
import type { Action, MembershipView } from './membership-view.ts';

/** Actions that the page can confirm. */
export type Done = Action | 'connect';

export const dateOf = (moment: Date): string => dateInWords(toEpochSeconds(moment));

export const STATUS: Readonly<Record<MembershipRow['status'], string>> = {
  trialing: 'Free trial',
  active: 'Active',
  past_due: 'Payment overdue',
  completed: 'Active',
  canceled: 'Ended',
  expired: 'Ended',
  unresolved: 'Unpaid',
};

/** Describes a plan's price, for all units bought. */
export function planInWords({ plan, quantity }: MembershipRow): string {
  const amount = plan.planType === 'renewal' ? plan.renewalPrice : plan.initialPrice;
  const price = amount.isZero() ? 'Free' : formatMoney(amount.times(quantity), plan.baseCurrency);
  if (plan.planType === 'renewal') return `${price} every ${days(plan.billingPeriod ?? 30)}`;
  if (plan.expirationDays !== null) return `${price} for ${days(plan.expirationDays)}`;
  return amount.isZero() ? price : `${price}, once`;
}

const days = (count: number): string => plural(count, 'day', `${count} days`);

/** Describes a membership's state in a sentence or two. */
export function standingInWords(row: MembershipRow, next: Money): string {
  const end = row.renewalPeriodEnd && dateOf(row.renewalPeriodEnd);
  const amount = formatMoney(next, row.plan.baseCurrency);
  switch (row.status) {
    case 'trialing':
      if (row.cancelAtPeriodEnd) return `Your free trial ends on ${end}, and nothing is charged.`;
      return `Your free trial lasts until ${end}. Then ${next.isZero() ? 'it continues for free' : `${amount} is charged`}.`;
    case 'active':
      if (row.cancelAtPeriodEnd) return `It ends on ${end}, and nothing more is charged.`;
      return `It renews on ${end}, ${next.isZero() ? 'and nothing is charged' : `when ${amount} is charged`}.`;
    case 'past_due':
      return `The payment of ${amount} that was due on ${end} didn’t go through. ${validityInWords(row)} ${nextStep(row)}`;
    case 'unresolved':
      return `Every attempt to charge the ${amount} that was due on ${end} has failed. Your access is off until you pay. ${nextStep(row)}`;
    case 'completed':
      return row.expiresAt
        ? `It lasts until ${dateOf(row.expiresAt)}.`
        : 'It is paid for, and yours for good.';
    case 'expired':
      return `It ended on ${row.expiresAt ? dateOf(row.expiresAt) : 'its last day'}.${graceInWords(row)}`;
    case 'canceled':
      return `It ended${row.canceledAt ? ` on ${dateOf(row.canceledAt)}` : ''}, and nothing more is charged.`;
  }
}

const validityInWords = ({ valid }: MembershipRow): string =>
  valid ? 'You still have access.' : 'Your access is off until you pay.';

/** Describes what happens to an overdue payment if the buyer does nothing. */
function nextStep({ status, cancelAtPeriodEnd, nextChangeAt }: MembershipRow): string {
  if (!nextChangeAt) return '';
  const when = dateOf(nextChangeAt);
  if (cancelAtPeriodEnd || status === 'unresolved') return `If it stays unpaid, it ends on ${when}.`;
  return `We will try again on ${when}.`;
}

function graceInWords(row: MembershipRow): string {
  const end = row.plan.refillable ? refillEnd(row) : null;
  return end ? ` It can be topped up until ${dateOf(end)}.` : '';
}

/** Names a membership's chat account, marked if it is unproven. */
export function chatInWords(row: MembershipRow): string {
  const name = row.communityChatUsername ?? row.communityChatId;
  if (name === null) return 'None';
  return row.communityChatProvenAt === null ? `${name} (not confirmed)` : name;
}

/** Confirms an action; undefined if the membership's state doesn't confirm it, whatever the URL says. */
export function doneInWords(action: Done, { row, next, can }: MembershipView): string | undefined {
  const words = {
    cancel: row.cancelAtPeriodEnd ? 'Canceled.' : undefined,
    resume: row.cancelAtPeriodEnd ? undefined : 'The cancellation was undone.',
    refill: row.status === 'completed' ? 'Topped up. Thank you!' : undefined,
    pay: row.status === 'active' || row.status === 'completed' ? 'Paid. Thank you!' : undefined,
    'replace-key': can['replace-key'] ? 'The license key was replaced. The new key is below.' : undefined,
    connect: connectedInWords(row.user),
  }[action];
  return words && `${words} ${standingInWords(row, next)}`;
}

/** Confirms that a chat account was connected; undefined if there is none. */
export const connectedInWords = ({ chatAccountName }: UserRow): string | undefined =>
  chatAccountName === null ? undefined : `Connected: ${chatAccountName} is your chat account here.`;

/** Explains why a viewer sees a membership; undefined for its owner, unless someone else may have bought it. */
export function accessInWords({ access, row, can }: MembershipView): string | undefined {
  switch (access) {
    case 'person':
      return row.unclaimedSince === null
        ? undefined
        : 'This was bought with your e-mail address, but in a browser where you have never signed in. If that was you, sign in there once, so that you can use the card that paid for it here too.';
    case 'purchase':
      return `You bought this in this browser. You can change it only here until you confirm that ${emailOf(row.user)} is yours.`;
    case 'former purchase':
      if (!isEmailProven(row.user))
        return 'This was bought in this browser and then connected to a chat account. It now belongs to the owner of that account, so here you can only view it. If the account is yours, sign in with it.';
      return `This was bought in this browser, and someone has since confirmed that its e-mail address is theirs. It now belongs to them, so here you can only ${can.cancel ? 'view it, and cancel it so that your card isn’t charged again' : 'view it'}. If the address is yours, sign in.`;
    case 'license':
      return 'You are viewing this with its license key, which doesn’t allow changes.';
  }
}

/** @param isOthers whether the card may belong to somebody else, so that it isn't named */
export function paymentInWords(payment: PaymentRow, isOthers: boolean): string {
  const card = isOthers ? '' : `, card ending in ${payment.cardLast4}`;
  if (payment.status === 'failed') return payment.cardLast4 === '' ? 'Not paid: no card' : `Declined${card}`;
  const back = refundedOf(payment);
  return back.isZero() ? `Paid${card}` : `Paid, ${formatMoney(back, payment.currency)} refunded`;
}
