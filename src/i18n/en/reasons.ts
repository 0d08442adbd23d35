import { spell, textOf, utc } from '../format.ts';
import type { Status } from './memberships.ts';

const statuses: Readonly<Record<Status, string>> = {
  active: 'active',
  trialing: 'on trial',
  past_due: 'past due',
  completed: 'paid for good',
  canceled: 'canceled',
  expired: 'expired',
  drafted: 'a draft',
  unresolved: 'unresolved',
};
const state = (status: string): string => textOf(statuses, status) ?? spell(status);

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
    `Nothing proves that this account belongs to the buyer of ${id}. The buyer can prove it with /link.`,
  buyerNotVerified: (id: string) =>
    `Someone bought ${id} with the member’s e-mail address. It isn’t proven that this was the member.`,
  linkedElsewhere: (id: string) =>
    `Membership ${id} counts for another chat account, because its owner linked it to that one.`,
  connectedElsewhere: (id: string) =>
    `Membership ${id} counts for another chat account, because its owner connected that one later.`,
  onItsWay: (id: string) =>
    `Membership ${id} was just linked to this account. The previous account loses its roles first.`,
  membershipGone: 'The membership that gave this role no longer gives it to this account.',
  noMembership: 'No membership gives this role.',
  keptAtTheEnd: 'Members keep this role when the membership ends.',
  givenByHand: 'No membership gives this role; it was given by hand and stays.',
  notGivenByUs: 'No membership gives this role, and members without one are set to lose it.',
  awaitsScreening: "The member has not passed the server's screening yet.",
  removedAtTheEnd: 'The last membership has ended, and its mapping removes members at the end.',
  bot: 'Bots are left alone.',
};
