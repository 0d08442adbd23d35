import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('en');
const { member, role } = mentionOf;

export const access = {
  description: 'Explains and corrects members’ roles',
  why: 'Shows why a member has or lacks each managed role',
  sync: 'Corrects the roles of one member or of all members',
  whyMember: 'The member whose roles to explain',
  syncMember: 'The member to correct; leave out for all members',
  dryRun: 'Only show what would change',
  whyTitle: 'Why these roles',
  about: (userId: string) => md`The managed roles of ${member(userId)}`,
  absent: (userId: string) =>
    md`${member(userId)} is not in this server. These are the roles they would get if they joined now.`,
  nothingManaged: md`No roles are managed here yet. Map the first one with ${'/roles map'}.`,
  has: (roleId: string) => md`**Has** ${role(roleId)}`,
  hasNot: (roleId: string) => md`**Doesn’t have** ${role(roleId)}`,
  getsIt: md`→ It will be given.`,
  cannotGetIt: md`→ It is due, but can’t be given yet:`,
  losesIt: md`→ It will be removed.`,
  cannotLoseIt: md`→ It should be removed, but can’t be yet:`,
  isHeld: md`→ The member isn’t entitled to it, but it stays until an admin decides: see ${'/access problems'}.`,
  stuck: (problem: string) => md`⚠️ ${problem}`,
  inOrder: 'All roles are correct',
  nothingToDo: (userId: string) => md`${member(userId)} has exactly the roles they should have.`,
  wouldChange: 'This would change',
  changed: 'Roles corrected',
  underWay: 'In progress',
  underWayMember: (userId: string) =>
    md`${member(userId)} is next in line. ${'/access why'} shows the progress.`,
  given: (roleId: string) => md`${role(roleId)} was given.`,
  taken: (roleId: string) => md`${role(roleId)} was removed.`,
  comparing: 'Comparing all members’ roles with their memberships …',
  compared: 'Sweep finished',
  allRight: (members: number) => md`${count(members, 'member', 'members')} checked. All roles are correct.`,
  drifted: (members: number, drifted: number) =>
    md`${count(drifted, 'member', 'members')} of ${members} had wrong roles. They are being corrected now.`,
  wrong: (members: number, drifted: number) =>
    md`${count(drifted, 'member', 'members')} of ${members} had wrong roles.`,
  onlyGave: md`Missing roles are being given. No roles are removed, because the Commerce Service couldn’t be reached or no longer shows what it showed before.`,
  held: md`This would remove some roles from more members than usual, so these roles stay until an admin decides in ${'/access problems'}.`,
  refused: md`Some members have roles they aren’t entitled to. An admin decided to remove nothing, so the roles stay. ${'/access problems'} shows them and can still remove them.`,
  sweepUnderWay: md`The sweep takes longer than this reply can wait. It continues, and the log channel reports its changes.`,
  nobodyChanges: md`No member would gain or lose a role.`,
  gains: (roleId: string, members: number) =>
    md`${role(roleId)}: ${count(members, 'member', 'members')} would get it`,
  losses: (roleId: string, members: number) =>
    md`${role(roleId)}: ${count(members, 'member', 'members')} would lose it`,
  kicks: (members: number) => md`${count(members, 'member', 'members')} would be removed from the server`,
  andOthers: (others: number) => md` and ${others} more`,
};
