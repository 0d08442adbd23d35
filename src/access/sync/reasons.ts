import Type, { type Static } from 'typebox';
import { english, type Words } from '../../i18n/index.ts';

/** How a membership is tied to a chat account: the buyer connected it at the service, or linked it here. */
const Tie = Type.Enum(['connected', 'linked']);

const id = Type.String();
const status = Type.String();

/**
 * Why a member has, or lacks, a role. Stored as data, and put into words for each reader. Without a codec, as TypeBox
 * takes milliseconds to use one in a union.
 */
export const Reason = Type.Union([
  Type.Object({ kind: Type.Literal('membership valid'), id, status, tie: Tie }),
  Type.Object({ kind: Type.Literal('in grace'), id, status, until: Type.String() }),
  Type.Object({ kind: Type.Literal('membership ended'), id, status }),
  Type.Object({ kind: Type.Literal('counts for another account'), id, tie: Tie }),
  Type.Object({
    kind: Type.Enum([
      'payment late',
      'payment not late',
      'account not proven',
      'buyer not verified',
      'on its way',
    ]),
    id,
  }),
  Type.Object({
    kind: Type.Enum([
      ...([
        'membership gone',
        'no membership',
        'kept at the end',
        'given by hand',
        'not given by us',
      ] as const),
      ...(['awaits screening', 'removed at the end', 'bot'] as const),
    ]),
  }),
]);
export type Reason = Static<typeof Reason>;
export const Reasons = Type.Array(Reason);

/** Formats reasons as one English text for logs and the platform's audit log, without repetitions. */
export const explain = (reasons: readonly Reason[]): string => inWords(reasons, english.reasons).join(' ');

/** Formats reasons for display, without repetitions. */
export const inWords = (reasons: readonly Reason[], words: Words['reasons']): readonly string[] => [
  ...new Set(reasons.map((reason) => toWords(reason, words))),
];

function toWords(reason: Reason, words: Words['reasons']): string {
  switch (reason.kind) {
    case 'membership valid':
      return words.membershipValid(reason.id, reason.status, reason.tie === 'linked');
    case 'in grace':
      return words.inGrace(reason.id, reason.status, new Date(reason.until));
    case 'payment late':
      return words.paymentLate(reason.id);
    case 'payment not late':
      return words.paymentNotLate(reason.id);
    case 'membership ended':
      return words.membershipEnded(reason.id, reason.status);
    case 'account not proven':
      return words.accountNotProven(reason.id);
    case 'buyer not verified':
      return words.buyerNotVerified(reason.id);
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
