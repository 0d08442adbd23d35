import { counter } from '../format.ts';
import { code, type Markdown, md, mentionOf, moment } from '../markdown.ts';
import { memberships } from './memberships.ts';

const count = counter('en');
const { member, role } = mentionOf;

export const membership = {
  description: 'Shows your memberships, their dates and the roles they give',
  menu: 'Memberships',
  menuWhy: 'Why these roles?',
  title: 'Your memberships',
  titleOf: 'Memberships',
  of: (userId: string) => md`${member(userId)}`,
  none: md`You have no membership on this account. If you bought one, connect this chat account on the page where you manage it. You then get its roles within seconds.`,
  noneYet: md`You have no membership on this account. If you bought one, link your purchases. You then get their roles within seconds.`,
  noneOf: (userId: string) => md`${member(userId)} has no membership.`,
  heading: (name: string, status: string) => md`**${name}** · ${memberships.status(status)}`,
  unnamed: 'Membership',
  /** The membership's name within a sentence. */
  called: (name: string) => `“${name}”`,
  more: (others: number) => md`-# … and ${count(others, 'more membership', 'more memberships')}`,
  id: (id: string) => md`-# ${code(id)}`,
  runs: (until: Date) => md`It renews ${moment(until, 'full')}.`,
  becomesPaid: (at: Date) => md`Payments start ${moment(at, 'full')}.`,
  ends: (at: Date) => md`It ends ${moment(at, 'full')}.`,
  ended: (at: Date | null) =>
    at ? md`It has given no access since ${moment(at, 'full')}.` : md`It gives no access.`,
  lasting: md`It gives access with no end date.`,
  manage: 'Manage',
  incomplete: md`-# The Commerce Service can’t give details at the moment: dates may be out of date, and links are missing.`,
  roles: md`**Your roles**`,
  rolesOf: md`**Roles**`,
  has: (roleId: string) => md`✅ ${role(roleId)}`,
  comes: (roleId: string) => md`⏳ ${role(roleId)} is on its way.`,
  stuck: (roleId: string) =>
    md`⚠️ ${role(roleId)} is due, but the bot can’t give it at the moment. The admins can see what to fix.`,
  goes: (roleId: string) => md`⏳ ${role(roleId)} is about to be removed.`,
  lacks: (roleId: string) => md`➖ ${role(roleId)}`,
  reason: (reason: string): Markdown => md`-# ${reason}`,
};
