import { spell, utc } from '../format.ts';

const state = (status: string): string => (status === 'completed' ? 'paid for good' : spell(status));

/** Reasons of role decisions: why a member has, gets, loses or lacks a role. */
export const reasons = {
  membershipValid: (id: string, status: string, isLinked: boolean) =>
    `Membership ${id} is ${state(status)}${isLinked ? ' and linked to this account' : ''}.`,
  inGrace: (id: string, status: string, until: Date) =>
    `Membership ${id} is ${state(status)}; the role stays until ${utc(until)}.`,
  paymentLate: (id: string) => `A payment for membership ${id} is late.`,
  paymentNotLate: (id: string) => `No payment for membership ${id} is late.`,
  membershipEnded: (id: string, status: string) => `Membership ${id} is ${state(status)}.`,
  accountNotProven: (id: string) =>
    `Nobody has proven that the buyer of ${id} has this account; /link does that.`,
  linkedElsewhere: (id: string) =>
    `Membership ${id} counts for another chat account, to which its owner linked it.`,
  connectedElsewhere: (id: string) =>
    `Membership ${id} counts for another chat account, which its owner connected later.`,
  onItsWay: (id: string) =>
    `Membership ${id} was just linked to this account; the account that had it before loses its roles first.`,
  membershipGone: 'The membership that gave this role does not give it to this account any more.',
  noMembership: 'No membership gives this role.',
  keptAtTheEnd: 'The role is set to be kept at the end.',
  givenByHand: 'No membership gives this role; it was given by hand and stays.',
  notGivenByUs: 'No membership gives this role, and it is set to be taken from whom none gives it.',
  awaitsScreening: "The member has not passed the server's screening yet.",
  removedAtTheEnd: 'The last membership has ended, and its mapping removes members at the end.',
  bot: 'Bots are left alone.',
};
