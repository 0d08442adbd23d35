import { counter } from '../format.ts';
import { code, type Markdown, md, mentionOf, moment } from '../markdown.ts';
import { memberships } from './memberships.ts';

const count = counter('en');
const { member, role } = mentionOf;

export const membership = {
  description: 'What you have, until when, and which roles come with it',
  menu: 'Memberships',
  menuWhy: 'Why these roles?',
  title: 'Your memberships',
  titleOf: 'Memberships',
  of: (userId: string) => md`${member(userId)}`,
  none: md`No membership counts for your account. If you have bought one, connect this chat account where you look after it; roles follow within seconds.`,
  noneYet: md`No membership counts for your account. If you have bought one, link your purchases; roles follow within seconds.`,
  noneOf: (userId: string) => md`No membership counts for ${member(userId)}.`,
  heading: (name: string, status: string) => md`**${name}** · ${memberships.status(status)}`,
  unnamed: 'Membership',
  /** The membership's name within a sentence. */
  called: (name: string) => `“${name}”`,
  billing: {
    free: 'free',
    once: 'paid once',
    every: (days: number | null) =>
      days === null ? 'paid regularly' : `paid every ${days === 1 ? 'day' : `${days} days`}`,
  },
  more: (others: number) => md`-# … and ${count(others, 'more membership', 'more memberships')}`,
  id: (id: string) => md`-# ${code(id)}`,
  runs: (until: Date) => md`It renews ${moment(until, 'full')}.`,
  becomesPaid: (at: Date) => md`It becomes paid ${moment(at, 'full')}.`,
  ends: (at: Date) => md`It ends ${moment(at, 'full')}.`,
  ended: (at: Date | null) =>
    at ? md`It gives no access any more, since ${moment(at, 'full')}.` : md`It gives no access.`,
  lasting: md`It gives access without an end.`,
  manage: 'Manage',
  incomplete: md`-# The Commerce Service doesn’t tell more at the moment: dates may be older, and links are missing.`,
  roles: md`**Your roles**`,
  rolesOf: md`**Roles**`,
  has: (roleId: string) => md`✅ ${role(roleId)}`,
  comes: (roleId: string) => md`⏳ ${role(roleId)} is on its way.`,
  stuck: (roleId: string) =>
    md`⚠️ ${role(roleId)} should be yours, but can’t be given at the moment. The admins see what they have to mend.`,
  goes: (roleId: string) => md`⏳ ${role(roleId)} is about to go.`,
  lacks: (roleId: string) => md`➖ ${role(roleId)}`,
  reason: (reason: string): Markdown => md`-# ${reason}`,
};
