import { counter, spell } from '../format.ts';
import { code, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('en');
const { member, role } = mentionOf;

const statuses: Readonly<Record<string, string>> = {
  active: 'active',
  trialing: 'on trial',
  past_due: 'payment late',
  completed: 'paid for good',
  canceled: 'ended',
  expired: 'expired',
};
const actions: Readonly<Record<string, string>> = {
  'membership terminated': 'terminated it',
  'cancellation set': 'canceled it for the end of its period',
  'cancellation undone': 'undid its cancellation',
  'free days added': 'added free days',
};
const events: Readonly<Record<string, string>> = {
  membership_activated: 'it began to give access',
  membership_went_valid: 'it began to give access',
  membership_deactivated: 'it ceased to give access',
  membership_went_invalid: 'it ceased to give access',
  payment_succeeded: 'a payment came in',
  payment_failed: 'a payment failed',
};
const outcomes: Readonly<Record<string, string>> = {
  ordered: ' (what came of it isn’t known)',
  failed: ' (the service refused)',
  unknown: ' (what came of it isn’t known)',
};

export const memberships = {
  description: 'What somebody has bought, and how it goes on with that',
  show: 'Shows a membership: its state, dates, roles and history',
  terminate: 'Ends a membership now: shows what would happen, then asks',
  cancel: 'Lets a membership end with its period; that can be undone',
  addDays: 'Gives a membership free days',
  member: 'Whose it is',
  which: 'Or its id, its licence key, or the buyer’s e-mail address',
  days: 'How many days',
  titles: {
    one: 'Membership',
    which: 'Which membership?',
    none: 'No membership found',
    history: 'Earlier',
    terminate: 'End this membership now?',
    terminated: 'Membership ended',
    over: 'This membership has ended already',
    reason: 'End the membership',
    canceled: 'It ends with its period',
    goesOn: 'It goes on',
    daysAdded: 'Free days added',
  },
  none: 'This membership is there no more.',
  noneFound: md`Neither the Commerce Service nor Rolekeeper knows one by that.`,
  unknownPlan: 'Membership',
  unknownStatus: 'status unknown',
  fromEvents: (at: Date): Markdown =>
    md`This Commerce Service answers no questions about memberships. This is what Rolekeeper was told ${moment(at)}; the buyer’s address, the licence key, the payment and whether it was canceled for the end of its period are not known.`,
  nothingKnown: md`This Commerce Service answers no questions about memberships, and Rolekeeper was told nothing about this one: whose it is, how it stands and which roles it gives are not known. It can still be ended by its id.`,
  oneOfThem: md`Name a member, or give an id, a licence key or an e-mail address: one of them.`,
  choose: 'Choose one',
  head: (name: string, id: string, status: string): Markdown => md`**${name}** ${code(id)}: ${status}`,
  status: (status: string): string => statuses[status] ?? spell(status),
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
    processor: (name: string): Markdown =>
      name === 'free' ? md`Free of charge` : md`Paid through ${spell(name)}`,
    promo: (text: string): Markdown => md`Promo code: ${code(text)}`,
    quantity: (units: number): Markdown => md`Quantity: ${units}`,
    named: (userId: string): Markdown =>
      md`Names ${member(userId)}, which nobody has proven to be its buyer's`,
    connected: (userId: string): Markdown => md`Connected with ${member(userId)} when it was bought`,
    linked: (userId: string, at: Date): Markdown => md`Linked to ${member(userId)} since ${moment(at)}`,
    noAccount: md`No chat account is tied to it.`,
  },
  gives: (roleId: string, has: boolean): Markdown =>
    has ? md`Gives ${role(roleId)}` : md`Gives ${role(roleId)}, which isn’t there yet`,
  givesNone: md`It gives no role here.`,
  historyTitle: md`**History**`,
  noHistory: md`Nothing has happened that Rolekeeper saw.`,
  earlier: 'Earlier',
  history: {
    role(at: Date, change: string, userId: string, roleId: string | null, actor: string | null): Markdown {
      const by = actor ? md`, by order of ${member(actor)}` : md``;
      if (roleId === null) return md`${moment(at)}: ${member(userId)} was removed from the server${by}`;
      const what = change === 'grant' ? 'got' : 'lost';
      return md`${moment(at)}: ${member(userId)} ${what} ${role(roleId)}${by}`;
    },
    action: (at: Date, action: string, actor: string, outcome: string): Markdown =>
      md`${moment(at)}: ${member(actor)} ${actions[action] ?? action}${outcomes[outcome] ?? ''}`,
    event: (at: Date, name: string): Markdown => md`${moment(at)}: ${events[name] ?? spell(name)}`,
  },
  manage: 'The buyer’s page',
  undo: 'Let it go on',
  cancelIt: 'End with its period',
  terminateIt: 'End it now',
  forGood: md`It ends at once and for good. To let it end with its period, take ${'/memberships cancel'}.`,
  nobodys: md`No chat account is tied to it, so no role changes.`,
  absent: (userId: string): Markdown => md`${member(userId)} is not in this server, so no role changes.`,
  noEffect: (userId: string): Markdown => md`${member(userId)} has no role here because of it.`,
  goes: (userId: string, roleId: string): Markdown => md`➖ ${member(userId)} loses ${role(roleId)}`,
  stays: (userId: string, roleId: string): Markdown => md`➡️ ${member(userId)} keeps ${role(roleId)}`,
  removed: (userId: string): Markdown => md`🚪 ${member(userId)} is removed from the server`,
  reason: 'Why?',
  reasonHint: 'It is kept with who did this and when.',
  because: (reason: string): Markdown => md`Reason: ${reason}`,
  going: (roleId: string): Markdown => md`${role(roleId)} is on its way out.`,
  gone: (roleId: string): Markdown => md`${role(roleId)} was taken.`,
  leaving: (userId: string): Markdown => md`🚪 ${member(userId)} is being removed from the server.`,
  left: (userId: string): Markdown => md`🚪 ${member(userId)} was removed from the server.`,
  willEnd: (at: Date | null): Markdown =>
    at ? md`It gives access until ${moment(at)}, and isn’t charged again.` : md`It isn’t charged again.`,
  goesOn: (at: Date | null): Markdown =>
    at ? md`It goes on, and is charged again on ${moment(at, 'date')}.` : md`It goes on.`,
  daysAdded: (days: number, until: Date | null): Markdown =>
    until
      ? md`${count(days, 'free day was', 'free days were')} added: it lasts until ${moment(until)} now.`
      : md`${count(days, 'free day was', 'free days were')} added.`,
};
