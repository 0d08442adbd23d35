import { counter, eventText, spell, textOf } from '../format.ts';
import { code, type Markdown, md, mentionOf, moment } from '../markdown.ts';
import { events } from './events.ts';

const count = counter('en');
const { member, role } = mentionOf;

const statuses = {
  active: 'active',
  trialing: 'on trial',
  past_due: 'payment late',
  completed: 'paid for good',
  canceled: 'ended',
  expired: 'expired',
  drafted: 'a draft',
  unresolved: 'unresolved',
};
export type Status = keyof typeof statuses;

const payments = {
  free: 'Free of charge',
  psp: 'Pays by card',
  commerce_crypto: 'Pays in cryptocurrency',
  crypto: 'Pays in cryptocurrency',
  wallet: 'Pays from a wallet',
  app_store: 'Pays through an app store',
};
export type Payment = keyof typeof payments;

const actions = {
  'membership terminated': 'terminated it',
  'cancellation set': 'canceled it at the end of its period',
  'cancellation undone': 'undid its cancellation',
  'free days added': 'added free days',
};
/** The admin actions on a membership, which its history shows. */
export type Action = keyof typeof actions;

const outcomes = {
  ordered: ' (outcome unknown)',
  failed: ' (the service refused)',
  unknown: ' (outcome unknown)',
};
/** The outcomes of an order that its history names; `done` needs no words. */
export type Outcome = keyof typeof outcomes;

export const memberships = {
  description: 'Shows and changes memberships',
  show: 'Shows a membership: its state, dates, roles and history',
  terminate: 'Ends a membership now: shows the effects, then asks for confirmation',
  cancel: 'Ends a membership with its period; you can undo this',
  addDays: 'Adds free days to a membership',
  member: 'The member who has it',
  which: 'Or its id, its licence key, or the buyer’s e-mail address',
  days: 'How many days',
  titles: {
    one: 'Membership',
    which: 'Which membership?',
    none: 'No membership found',
    history: 'Earlier',
    terminate: 'End this membership now?',
    terminated: 'Membership ended',
    over: 'This membership has already ended',
    reason: 'End the membership',
    canceled: 'It will end with its period',
    goesOn: 'It continues',
    daysAdded: 'Free days added',
  },
  none: 'This membership no longer exists.',
  noneFound: md`Neither the Commerce Service nor Rolekeeper has a membership that matches.`,
  unknownPlan: 'Membership',
  unknownStatus: 'status unknown',
  fromEvents: (at: Date): Markdown =>
    md`This Commerce Service can’t look up memberships. This is what Rolekeeper received on ${moment(at)}. The buyer’s address, the licence key, the payment and whether it ends with its period are unknown.`,
  nothingKnown: md`This Commerce Service can’t look up memberships, and Rolekeeper has received nothing about this one. Its owner, state and roles are unknown. You can still end it by its id.`,
  oneOfThem: md`Give exactly one of these: a member, an id, a licence key or an e-mail address.`,
  choose: 'Choose one',
  head: (name: string, id: string, status: string): Markdown => md`**${name}** ${code(id)}: ${status}`,
  status: (status: string): string => textOf(statuses, status) ?? spell(status),
  facts: {
    givesAccess: md`It gives access.`,
    givesNone: md`It gives no access.`,
    buyer: (email: string, name: string | null): Markdown =>
      name ? md`Buyer: ${name}, ${email}` : md`Buyer: ${email}`,
    key: (key: string): Markdown => md`Licence key: ${code(key)}`,
    since: (at: Date): Markdown => md`Since ${moment(at)}`,
    period: (at: Date): Markdown => md`Paid until ${moment(at)}`,
    endsWith: (at: Date): Markdown => md`Ends with its period, ${moment(at)}`,
    expires: (at: Date): Markdown => md`Expires ${moment(at)}`,
    processor: (name: string): Markdown => md`${textOf(payments, name) ?? `Pays through ${spell(name)}`}`,
    promo: (text: string): Markdown => md`Promo code: ${code(text)}`,
    quantity: (units: number): Markdown => md`Quantity: ${units}`,
    named: (userId: string): Markdown =>
      md`Names ${member(userId)}; it isn’t proven that this account is the buyer’s`,
    connected: (userId: string): Markdown => md`Connected with ${member(userId)} when it was bought`,
    linked: (userId: string, at: Date): Markdown => md`Linked to ${member(userId)} since ${moment(at)}`,
    noAccount: md`No chat account is tied to it.`,
  },
  gives: (roleId: string, has: boolean): Markdown =>
    has ? md`Gives ${role(roleId)}` : md`Gives ${role(roleId)}, which the member doesn’t have yet`,
  givesNone: md`It gives no role here.`,
  historyTitle: md`**History**`,
  noHistory: md`Rolekeeper has recorded nothing about it.`,
  earlier: 'Earlier',
  history: {
    role(at: Date, change: string, userId: string, roleId: string | null, actor: string | null): Markdown {
      const by = actor ? md`, by order of ${member(actor)}` : md``;
      if (roleId === null) return md`${moment(at)}: ${member(userId)} was removed from the server${by}`;
      const what = change === 'grant' ? 'got' : 'lost';
      return md`${moment(at)}: ${member(userId)} ${what} ${role(roleId)}${by}`;
    },
    action: (at: Date, action: string, actor: string, outcome: string): Markdown =>
      md`${moment(at)}: ${member(actor)} ${textOf(actions, action) ?? action}${textOf(outcomes, outcome) ?? ''}`,
    event: (at: Date, name: string): Markdown => md`${moment(at)}: ${eventText(events, name)}`,
  },
  manage: 'The buyer’s page',
  undo: 'Undo the cancellation',
  cancelIt: 'End with its period',
  terminateIt: 'End it now',
  forGood: md`It ends immediately and for good. To end it with its period instead, use ${'/memberships cancel'}.`,
  nobodys: md`No chat account is tied to it, so no role changes.`,
  absent: (userId: string): Markdown => md`${member(userId)} is not in this server, so no role changes.`,
  noEffect: (userId: string): Markdown => md`It gives ${member(userId)} no role here.`,
  goes: (userId: string, roleId: string): Markdown => md`➖ ${member(userId)} loses ${role(roleId)}`,
  stays: (userId: string, roleId: string): Markdown => md`➡️ ${member(userId)} keeps ${role(roleId)}`,
  removed: (userId: string): Markdown => md`🚪 ${member(userId)} is removed from the server`,
  reason: 'Why?',
  reasonHint: 'Stored together with your name and the time.',
  because: (reason: string): Markdown => md`Reason: ${reason}`,
  going: (roleId: string): Markdown => md`${role(roleId)} is being removed.`,
  gone: (roleId: string): Markdown => md`${role(roleId)} was removed.`,
  leaving: (userId: string): Markdown => md`🚪 ${member(userId)} is being removed from the server.`,
  left: (userId: string): Markdown => md`🚪 ${member(userId)} was removed from the server.`,
  willEnd: (at: Date | null): Markdown =>
    at ? md`It gives access until ${moment(at)} and won’t be charged again.` : md`It won’t be charged again.`,
  goesOn: (at: Date | null): Markdown =>
    at ? md`It continues, and the next charge is on ${moment(at, 'date')}.` : md`It continues.`,
  daysAdded: (days: number, until: Date | null): Markdown =>
    until
      ? md`${count(days, 'free day was', 'free days were')} added. It now lasts until ${moment(until)}.`
      : md`${count(days, 'free day was', 'free days were')} added.`,
};
