import { english, translations, type Words } from '../../i18n/index.ts';

/** How a membership is tied to a chat account: the buyer connected it at the service, or linked it here. */
export type Tie = 'connected' | 'linked';

export type Reason =
  | { readonly kind: 'membership valid'; readonly id: string; readonly status: string; readonly tie: Tie }
  | { readonly kind: 'in grace'; readonly id: string; readonly status: string; readonly until: Date }
  | { readonly kind: 'payment late'; readonly id: string }
  | { readonly kind: 'payment not late'; readonly id: string }
  | { readonly kind: 'membership ended'; readonly id: string; readonly status: string }
  | { readonly kind: 'account not proven'; readonly id: string }
  | { readonly kind: 'counts for another account'; readonly id: string; readonly tie: Tie }
  | { readonly kind: 'on its way'; readonly id: string }
  | { readonly kind: 'membership gone' }
  | { readonly kind: 'no membership' }
  | { readonly kind: 'kept at the end' }
  | { readonly kind: 'given by hand' }
  | { readonly kind: 'not given by us' }
  | { readonly kind: 'awaits screening' }
  | { readonly kind: 'removed at the end' }
  | { readonly kind: 'bot' };

/** Formats reasons as one English text for the audit, without repetitions. */
export const explain = (reasons: readonly Reason[]): string => inWords(reasons, english.reasons).join(' ');

/** Formats reasons in all languages but English, by language name. */
export const translate = (reasons: readonly Reason[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...translations].map(([language, words]) => [language, inWords(reasons, words.reasons).join(' ')]),
  );

/** Formats reasons for display, without repetitions. */
export const inWords = (reasons: readonly Reason[], words: Words['reasons']): readonly string[] => [
  ...new Set(reasons.map((reason) => toWords(reason, words))),
];

function toWords(reason: Reason, words: Words['reasons']): string {
  switch (reason.kind) {
    case 'membership valid':
      return words.membershipValid(reason.id, reason.status, reason.tie === 'linked');
    case 'in grace':
      return words.inGrace(reason.id, reason.status, reason.until);
    case 'payment late':
      return words.paymentLate(reason.id);
    case 'payment not late':
      return words.paymentNotLate(reason.id);
    case 'membership ended':
      return words.membershipEnded(reason.id, reason.status);
    case 'account not proven':
      return words.accountNotProven(reason.id);
    case 'counts for another account':
      return reason.tie === 'linked' ? words.linkedElsewhere(reason.id) : words.connectedElsewhere(reason.id);
    case 'on its way':
      return words.onItsWay(reason.id);
    case 'membership gone':
      return words.membershipGone;
    case 'no membership':
      return words.noMembership;
    case 'kept at the end':
      return words.keptAtTheEnd;
    case 'given by hand':
      return words.givenByHand;
    case 'not given by us':
      return words.notGivenByUs;
    case 'awaits screening':
      return words.awaitsScreening;
    case 'removed at the end':
      return words.removedAtTheEnd;
    case 'bot':
      return words.bot;
  }
}
