/** Why a member has, gets, loses or hasn't a role. */
export type Reason =
  | { readonly kind: 'membership valid'; readonly id: string; readonly status: string }
  | { readonly kind: 'membership ended'; readonly id: string; readonly status: string }
  | { readonly kind: 'membership gone' }
  | { readonly kind: 'no membership' }
  | { readonly kind: 'given by hand' };

/** A reason in words. */
export function toWords(reason: Reason): string {
  switch (reason.kind) {
    case 'membership valid':
      return `Membership ${reason.id} is ${reason.status}.`;
    case 'membership ended':
      return `Membership ${reason.id} is ${reason.status}.`;
    case 'membership gone':
      return 'The membership that gave this role belongs to this account no more.';
    case 'no membership':
      return 'No membership gives this role.';
    case 'given by hand':
      return 'No membership gives this role; it was given by hand and stays.';
  }
}
