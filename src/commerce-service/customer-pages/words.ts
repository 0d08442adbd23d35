import { dayIn } from '../../i18n/format.ts';
import type { Words } from '../../i18n/index.ts';
import { emailOf, isEmailProven, type UserRow } from '../customers/users.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { refillEnd } from '../payments/membership.ts';
import { formatMoney, type Money } from '../payments/money.ts';
import { type PaymentRow, refundedOf } from '../payments/schema.ts';
import type { MembershipView } from './membership-view.ts';
import type { Action } from './viewer.ts';

/** Actions that the page can confirm. */
export type Done = Action | 'connect';

/** Describes a plan's price, for all units bought. */
export function planInWords({ locale, pages }: Words, { plan, quantity }: MembershipRow): string {
  const said = pages.customer.plan;
  const amount = plan.planType === 'renewal' ? plan.renewalPrice : plan.initialPrice;
  const price = amount.isZero() ? said.free : formatMoney(amount.times(quantity), plan.baseCurrency, locale);
  if (plan.planType === 'renewal') return said.every(price, plan.billingPeriod ?? 30);
  if (plan.expirationDays !== null) return said.lasting(price, plan.expirationDays);
  return amount.isZero() ? price : said.once(price);
}

/** Describes a membership's state in a sentence or two. */
export function standingInWords(words: Words, row: MembershipRow, next: Money): string {
  const { standing } = words.pages.customer;
  const dateOf = (moment: Date): string => dayIn(words.locale, moment);
  const end = row.renewalPeriodEnd ? dateOf(row.renewalPeriodEnd) : '';
  const amount = formatMoney(next, row.plan.baseCurrency, words.locale);
  const charged = next.isZero() ? undefined : amount;
  switch (row.status) {
    case 'trialing':
      return row.cancelAtPeriodEnd ? standing.trialEnds(end) : standing.trialThen(end, charged);
    case 'active':
      return row.cancelAtPeriodEnd ? standing.ends(end) : standing.renews(end, charged);
    case 'past_due': {
      const access = row.valid ? standing.stillAccess : standing.noAccess;
      return `${standing.overdue(amount, end)} ${access} ${nextStep(words, row)}`;
    }
    case 'unresolved':
      return `${standing.failed(amount, end)} ${standing.noAccess} ${nextStep(words, row)}`;
    case 'completed':
      return row.expiresAt ? standing.lasts(dateOf(row.expiresAt)) : standing.forGood;
    case 'expired': {
      const until = row.plan.refillable ? refillEnd(row) : null;
      const ended = row.expiresAt ? standing.ended(dateOf(row.expiresAt)) : standing.over(undefined);
      return until ? `${ended} ${standing.refillUntil(dateOf(until))}` : ended;
    }
    case 'canceled':
      return standing.over(row.canceledAt ? dateOf(row.canceledAt) : undefined);
  }
}

/** Describes what happens to an overdue payment if the buyer does nothing. */
function nextStep(
  { locale, pages }: Words,
  { status, cancelAtPeriodEnd, nextChangeAt }: MembershipRow,
): string {
  const { unpaidEnds, triedAgain } = pages.customer.standing;
  if (!nextChangeAt) return '';
  const when = dayIn(locale, nextChangeAt);
  return cancelAtPeriodEnd || status === 'unresolved' ? unpaidEnds(when) : triedAgain(when);
}

/** Names a membership's chat account, marked if it is unproven. */
export function chatInWords({ pages }: Words, row: MembershipRow): string {
  const { noChat, unconfirmed } = pages.customer.facts;
  const name = row.communityChatUsername ?? row.communityChatId;
  if (name === null) return noChat;
  return row.communityChatProvenAt === null ? unconfirmed(name) : name;
}

/** Confirms an action; undefined if the membership's state doesn't confirm it, whatever the URL says. */
export function doneInWords(words: Words, action: Done, { row, next, can }: MembershipView) {
  const { done } = words.pages.customer;
  const said = {
    cancel: row.cancelAtPeriodEnd ? done.cancel : undefined,
    resume: row.cancelAtPeriodEnd ? undefined : done.resume,
    refill: row.status === 'completed' ? done.refill : undefined,
    pay: row.status === 'active' || row.status === 'completed' ? done.pay : undefined,
    'replace-key': can['replace-key'] ? done['replace-key'] : undefined,
    connect: connectedInWords(words, row.user),
  }[action];
  return said && `${said} ${standingInWords(words, row, next)}`;
}

/** Confirms that a chat account was connected; undefined if there is none. */
export const connectedInWords = ({ pages }: Words, { chatAccountName }: UserRow): string | undefined =>
  chatAccountName === null ? undefined : pages.customer.done.connect(chatAccountName);

/** Explains why a viewer sees a membership; undefined for its owner, unless someone else may have bought it. */
export function accessInWords({ pages }: Words, view: MembershipView): string | undefined {
  const { access, row, can } = view;
  const said = pages.customer.access;
  switch (access) {
    case 'person':
      return row.unclaimedSince === null ? undefined : said.unclaimed;
    case 'purchase':
      return said.purchase(emailOf(row.user));
    case 'former purchase':
      if (!isEmailProven(row.user)) return said.chatOwns;
      return can.cancel ? said.emailOwnsYouPay : said.emailOwns;
    case 'license':
      return said.license;
  }
}

/** @param isOthers whether the card may belong to somebody else, so that it isn't named */
export function paymentInWords({ locale, pages }: Words, payment: PaymentRow, isOthers: boolean): string {
  const { noCard, declined, paid, refunded } = pages.customer.payments;
  const last4 = isOthers ? undefined : payment.cardLast4;
  if (payment.status === 'failed') return payment.cardLast4 === '' ? noCard : declined(last4);
  const back = refundedOf(payment);
  return back.isZero() ? paid(last4) : refunded(formatMoney(back, payment.currency, locale));
}
