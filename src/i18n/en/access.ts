import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('en');
const { member, role } = mentionOf;

export const access = {
  description: 'Why somebody has a role or not, and making it right',
  why: 'Tells why a member has, or has not, each managed role',
  sync: 'Makes the roles of a member, or of everybody, right',
  whyMember: 'Whose roles',
  syncMember: 'Whose roles; everybody’s when left out',
  dryRun: 'Only show what would change',
  whyTitle: 'Why these roles',
  about: (userId: string) => md`The managed roles of ${member(userId)}`,
  absent: (userId: string) =>
    md`${member(userId)} is not in this server. This is what would be if they joined now.`,
  nothingManaged: md`No role is managed here yet. ${'/roles map'} starts with one.`,
  has: (roleId: string) => md`**Has** ${role(roleId)}`,
  hasNot: (roleId: string) => md`**Doesn’t have** ${role(roleId)}`,
  getsIt: md`→ It will be given.`,
  losesIt: md`→ It will be taken.`,
  isHeld: md`→ It is not due, but stays until an admin has decided: see ${'/access problems'}.`,
  stuck: (problem: string) => md`⚠️ ${problem}`,
  inOrder: 'All is right',
  nothingToDo: (userId: string) => md`${member(userId)} has every role that they should have, and no other.`,
  wouldChange: 'This would change',
  changed: 'Roles made right',
  underWay: 'On its way',
  underWayMember: (userId: string) =>
    md`${member(userId)} comes before everybody else. ${'/access why'} shows how it stands.`,
  given: (roleId: string) => md`${role(roleId)} was given.`,
  taken: (roleId: string) => md`${role(roleId)} was taken.`,
  comparing: 'Comparing everybody with their memberships …',
  compared: 'Everybody was compared',
  allRight: (members: number) => md`${count(members, 'member', 'members')}, and all roles are right.`,
  drifted: (members: number, drifted: number) =>
    md`${count(drifted, 'member', 'members')} of ${members} had wrong roles; they are being put right now.`,
  wrong: (members: number, drifted: number) =>
    md`${count(drifted, 'member', 'members')} of ${members} had wrong roles.`,
  onlyGave: md`What is missing is being given. Nothing is taken, as the Commerce Service couldn’t be asked, or doesn’t show what it did before.`,
  held: md`It would take more roles than usual, so nothing is taken before an admin has decided: ${'/access problems'} asks.`,
  refused: md`Members have roles that are not due. An admin has said to take nothing, so they stay: ${'/access problems'} shows them, and takes them after all.`,
  sweepUnderWay: md`The comparison takes longer than this answer can wait. It goes on, and what it changes is told in the log channel.`,
  nobodyChanges: md`Nobody would gain or lose a role.`,
  gains: (roleId: string, members: number) =>
    md`${role(roleId)}: ${count(members, 'member', 'members')} would get it`,
  losses: (roleId: string, members: number) =>
    md`${role(roleId)}: ${count(members, 'member', 'members')} would lose it`,
  kicks: (members: number) => md`${count(members, 'member', 'members')} would be removed from the server`,
  andOthers: (others: number) => md` and ${others} more`,
};
