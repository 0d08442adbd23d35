import { counter } from '../format.ts';
import { code, joined, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('en');
const { member, role } = mentionOf;
const strong = (names: readonly string[]): Markdown =>
  joined(
    names.map((name) => md`**${name}**`),
    ', ',
  );

export const notifications = {
  granted: (userId: string, roleId: string) => md`${member(userId)} got ${role(roleId)}.`,
  revoked: (userId: string, roleId: string) => md`${member(userId)} lost ${role(roleId)}.`,
  kicked: (userId: string) => md`${member(userId)} was removed from the server.`,
  changes: (changes: number) => count(changes, 'change', 'changes'),
  manyGranted: (members: number, roleId: string) =>
    md`**${count(members, 'member', 'members')} got ${role(roleId)}**`,
  manyRevoked: (members: number, roleId: string) =>
    md`**${count(members, 'member', 'members')} lost ${role(roleId)}**`,
  manyKicked: (members: number) =>
    md`**${count(members, 'member was', 'members were')} removed from the server**`,
  andMore: (others: number) => md` and ${others} more`,
  problem: 'Action needed',
  mended: 'Fixed',
  held: 'Roles not removed: please check first',
  heldRole: (roleId: string, losses: number, holders: number) =>
    md`${role(roleId)}: ${losses} of ${count(holders, 'member', 'members')} would lose it.`,
  heldWhy: md`So many within a day may be a mistake upstream. Nobody loses these roles in a sweep until an admin decides.`,
  heldMissing: (memberships: number) =>
    md`The Commerce Service no longer shows ${count(memberships, 'membership', 'memberships')} that gave access, and shows few or no others. That looks like a wrong key, another account or a fault there, so no roles are removed.\nAsk the operator to check the service, ${code('COMMERCE_API_KEY')} and ${code('COMMERCE_URL')}. When the service shows them again, this question goes away by itself. Remove the roles only if all of these memberships have really ended.`,
  welcome: (roles: readonly string[], guild: string) =>
    md`Thank you! You now have ${strong(roles)} in **${guild}**.`,
  ended: (roles: readonly string[], guild: string) =>
    md`Your membership has ended, so you no longer have ${strong(roles)} in **${guild}**.`,
  removed: (guild: string) => md`Your membership has ended, so you were removed from **${guild}**.`,
  trialEnds: (roles: readonly string[], guild: string, at: Date | undefined) =>
    md`Your trial for ${strong(roles)} in **${guild}** ends ${at ? moment(at, 'full') : 'soon'}.`,
  graceEnds: (roles: readonly string[], guild: string, at: Date | undefined) =>
    md`Your last payment hasn’t arrived. You lose ${strong(roles)} in **${guild}** ${at ? moment(at, 'full') : 'soon'} unless you pay before then.`,
};
