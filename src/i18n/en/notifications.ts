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
  problem: 'This needs you',
  mended: 'Mended',
  held: 'Nothing was taken: please look first',
  heldRole: (roleId: string, losses: number, holders: number) =>
    md`${role(roleId)}: ${losses} of ${count(holders, 'member', 'members')} would lose it.`,
  heldWhy: md`So many at once may be a mistake upstream. Nothing is taken from anybody before an admin has decided.`,
  heldMissing: (memberships: number) =>
    md`The Commerce Service doesn’t show ${count(memberships, 'membership', 'memberships')} that gave access until now, and nothing or little besides. That looks like a wrong key, another account or a fault there, so nothing is taken from anybody.\nHave the service, ${code('COMMERCE_API_KEY')} and ${code('COMMERCE_URL')} checked: when it shows them again, this question goes away by itself. Let the roles be taken only if all of these memberships have really ended.`,
  welcome: (roles: readonly string[], guild: string) =>
    md`Thank you! You now have ${strong(roles)} in **${guild}**.`,
  ended: (roles: readonly string[], guild: string) =>
    md`Your membership has ended, and with it ${strong(roles)} in **${guild}**.`,
  removed: (guild: string) => md`Your membership has ended, and with it your place in **${guild}**.`,
  trialEnds: (roles: readonly string[], guild: string, at: Date | undefined) =>
    md`Your trial for ${strong(roles)} in **${guild}** ends ${at ? moment(at, 'full') : 'soon'}.`,
  graceEnds: (roles: readonly string[], guild: string, at: Date | undefined) =>
    md`Your last payment is missing. You keep ${strong(roles)} in **${guild}** until ${at ? moment(at, 'full') : 'soon'}; pay before that to stay.`,
};
