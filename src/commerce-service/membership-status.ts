import type { MembershipStatus } from './resources/membership.ts';

/** Whether a membership gives access, where its status alone says so. */
const GIVES_ACCESS: Readonly<Record<MembershipStatus, boolean | 'as the account says'>> = {
  trialing: true,
  active: true,
  completed: true,
  past_due: 'as the account says',
  canceled: false,
  expired: false,
  unresolved: false,
};

/** What of an account decides about access. */
export interface AccessRule {
  readonly pastDueIsValid: boolean;
}

/** Whether a membership with this status is valid. */
export function isValid(status: MembershipStatus, account: AccessRule): boolean {
  const gives = GIVES_ACCESS[status];
  return gives === 'as the account says' ? account.pastDueIsValid : gives;
}
