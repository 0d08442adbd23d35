/** How a membership came to a chat account: the buyer connected it at the service, or linked it with us. */
export type Tie = 'connected' | 'linked';

/** Why a member has, gets, loses or hasn't a role. */
export type Reason =
  | { readonly kind: 'membership valid'; readonly id: string; readonly status: string; readonly tie: Tie }
  | { readonly kind: 'in grace'; readonly id: string; readonly status: string; readonly until: Date }
  | { readonly kind: 'payment late'; readonly id: string }
  | { readonly kind: 'payment not late'; readonly id: string }
  | { readonly kind: 'membership ended'; readonly id: string; readonly status: string }
  | { readonly kind: 'counts for another account'; readonly id: string; readonly tie: Tie }
  | { readonly kind: 'on its way'; readonly id: string }
  | { readonly kind: 'membership gone' }
  | { readonly kind: 'no membership' }
  | { readonly kind: 'kept at the end' }
  | { readonly kind: 'given by hand' }
  | { readonly kind: 'not given by us' }
  | { readonly kind: 'awaits screening' }
  | { readonly kind: 'bot' };

/** A reason in words. */
export function toWords(reason: Reason): string {
  switch (reason.kind) {
    case 'membership valid':
      return `Membership ${reason.id} is ${spell(reason.status)}${reason.tie === 'linked' ? ' and linked to this account' : ''}.`;
    case 'in grace':
      return `Membership ${reason.id} is ${spell(reason.status)}; the role stays until ${day(reason.until)}.`;
    case 'payment late':
      return `A payment for membership ${reason.id} is late.`;
    case 'payment not late':
      return `No payment for membership ${reason.id} is late.`;
    case 'membership ended':
      return `Membership ${reason.id} is ${spell(reason.status)}.`;
    case 'counts for another account':
      return reason.tie === 'linked'
        ? `Membership ${reason.id} counts for another chat account, to which its owner linked it later.`
        : `Membership ${reason.id} counts for another chat account, which its owner connected later.`;
    case 'on its way':
      return `Membership ${reason.id} was just linked to this account; the account that had it before loses its roles first.`;
    case 'membership gone':
      return 'The membership that gave this role belongs to this account no more.';
    case 'no membership':
      return 'No membership gives this role.';
    case 'kept at the end':
      return 'The role is set to be kept at the end.';
    case 'given by hand':
      return 'No membership gives this role; it was given by hand and stays.';
    case 'not given by us':
      return 'No membership gives this role, and it is set to be taken from whom none gives it.';
    case 'awaits screening':
      return "The member has not passed the server's screening yet.";
    case 'bot':
      return 'Bots are left alone.';
  }
}

/** `past_due` as people write it. */
const spell = (status: string): string => status.replaceAll('_', ' ');

const day = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
