import type { MembershipStatus } from './schema.ts';

const GIVES_ACCESS: Readonly<Record<MembershipStatus, boolean | 'as the account says'>> = {
  trialing: true,
  active: true,
  completed: true,
  past_due: 'as the account says',
  canceled: false,
  expired: false,
  unresolved: false,
};

export interface AccessRule {
  readonly pastDueIsValid: boolean;
}

/** Reports whether a membership with this status gives access. */
export function isValid(status: MembershipStatus, account: AccessRule): boolean {
  const gives = GIVES_ACCESS[status];
  return gives === 'as the account says' ? account.pastDueIsValid : gives;
}
