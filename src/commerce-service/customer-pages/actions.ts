import { html, type SafeHtml } from '@remix-run/html-template';
import { toEpochSeconds } from '../../clock.ts';
import { newKeyClaims } from '../memberships/licenses.ts';
import { formatMoney } from '../payments/money.ts';
import { APPROVED_CARD, DECLINED_CARD } from '../payments/test-cards.ts';
import { inWords } from '../payments/test-methods.ts';
import { plural } from '../plural.ts';
import type { Action, MembershipView } from './membership-view.ts';
import { mayChange } from './viewer.ts';
import { dateOf } from './words.ts';

/** Renders a form for each action that is available now. */
export function actions(view: MembershipView, proof: string): SafeHtml[] {
  const { can } = view;
  return [
    ...(can.pay ? [pay(view, proof)] : []),
    ...(can.refill ? [refill(view, proof)] : []),
    ...(can.resume ? [resume(view, proof)] : []),
    ...(can.cancel ? [cancel(view, proof)] : []),
    ...(can['replace-key'] ? [replaceKey(view, proof)] : []),
  ];
}

const form = ({ row }: MembershipView, action: Action, proof: string, content: SafeHtml): SafeHtml =>
  html`<form method="post" action="${row.id}/${action}">
<input type="hidden" name="proof" value="${proof}">
${content}
</form>`;

const pay = (view: MembershipView, proof: string): SafeHtml =>
  html`<h2>Pay the overdue amount</h2>
${form(view, 'pay', proof, html`${cardField(view)}<button type="submit">Pay ${price(view)}</button>`)}`;

function refill(view: MembershipView, proof: string): SafeHtml {
  const { row, next } = view;
  const days = row.plan.expirationDays ?? 0;
  const more = plural(days, 'one more day', `${days} more days`);
  const seen = row.expiresAt ? String(toEpochSeconds(row.expiresAt)) : '';
  return html`<h2>Top up</h2>
<p class="soft">Adds ${more}${row.status === 'expired' ? ', from today' : ''}.</p>
${form(
  view,
  'refill',
  proof,
  html`<input type="hidden" name="seen_end" value="${seen}">
${cardField(view)}<button type="submit">${next.isZero() ? 'Top up for free' : `Top up for ${price(view)}`}</button>`,
)}`;
}

const resume = (view: MembershipView, proof: string): SafeHtml =>
  html`<h2>Changed your mind?</h2>
<p class="soft">Your membership continues as if it had never been canceled.</p>
${form(view, 'resume', proof, html`${isOthers(view) ? cardField(view) : ''}<button type="submit">Keep the membership</button>`)}`;

/** Renders the cancellation in two steps, so that buyers don't cancel by accident. */
const cancel = (view: MembershipView, proof: string): SafeHtml =>
  html`<details><summary>Cancel the membership</summary>
<p class="soft">${cancelWords(view)}</p>
${form(view, 'cancel', proof, html`<button type="submit" class="quiet">Yes, cancel it</button>`)}
</details>`;

const replaceKey = (view: MembershipView, proof: string): SafeHtml =>
  html`<details><summary>Replace the license key</summary>
<p class="soft">Your current key stops working immediately, wherever it is used.${newKeyClaims(view.row) ? ' It also makes the membership yours: the card that paid for it is removed.' : ''}</p>
${form(view, 'replace-key', proof, html`<button type="submit" class="quiet">Yes, replace it</button>`)}
</details>`;

function cancelWords({ row, can, access }: MembershipView): string {
  if (!mayChange(access))
    return 'Your card isn’t charged again. The owner keeps the membership until the end of the time that is paid for. You can’t undo this.';
  if (can.pay)
    return 'Your membership ends when the next payment would be attempted. You can undo this until then.';
  const until = row.renewalPeriodEnd ? dateOf(row.renewalPeriodEnd) : 'its end';
  return `You keep your membership until ${until}, and nothing more is charged. You can undo this until then.`;
}

const price = ({ row, next }: MembershipView): string => formatMoney(next, row.plan.baseCurrency);

/** Whether the card on file may be that of someone else, who bought in the owner's name. */
const isOthers = ({ row }: MembershipView): boolean => row.unclaimedSince !== null;

/** Renders the card field; nothing if nothing is charged. If left empty, the owner's card on file is charged. */
function cardField(view: MembershipView): SafeHtml | '' {
  const { row, next } = view;
  if (next.isZero()) return '';
  const onFile = !isOthers(view) && row.pspPaymentMethod && inWords(row.pspPaymentMethod);
  const label = onFile ? html`Another card <span>(optional)</span>` : 'Card number';
  return html`<div class="field">
<label for="card_number">${label}</label>
<input id="card_number" name="card_number" inputmode="numeric" autocomplete="cc-number" maxlength="40" placeholder="${APPROVED_CARD}" aria-describedby="card-hint"${onFile ? '' : html` required`}>
<p class="hint" id="card-hint">${onFile ? `If you leave this empty, ${onFile} is charged. ` : ''}Test cards only, no money moves: <span class="number">${APPROVED_CARD}</span> is approved, <span class="number">${DECLINED_CARD}</span> declined.</p>
</div>`;
}
