import { counter } from '../format.ts';
import { code, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('en');
const { member, role } = mentionOf;

export const problems = {
  description: 'What needs you and what failed, with what to do: try it again, or dismiss it',
  title: 'What needs you',
  none: 'Nothing needs you',
  allWell: md`Every role that is due can be given and taken, and no work has failed.`,
  needYou: (problems: number) => md`${count(problems, 'thing needs', 'things need')} you.`,
  failed: (work: number) => md`${count(work, 'piece', 'pieces')} of work failed for good.`,
  unlisted: (others: number) => md`-# ${others} more are listed when some of these are mended.`,
  subjects: {
    server: 'The server',
    token: 'The bot’s token',
    'log channel': 'The log channel',
    'member list': 'The list of members',
    memberships: 'The memberships',
  },
  kick: (userId: string) => md`Removing ${member(userId)}`,
  account: (userId: string, roleId: string | null) =>
    roleId === null ? md`The account ${member(userId)}` : md`${role(roleId)} for ${member(userId)}`,
  since: (at: Date) => md`since ${moment(at, 'relative')}`,
  affects: (members: number, named: Markdown) =>
    md`keeps ${count(members, 'member', 'members')} from the right roles: ${named}`,
  underWay: md`It is being tried again.`,
  work: {
    'access.membership-changed': 'Looking at a membership again',
    'access.member-changed': 'Making a member’s roles right',
    'access.guild-sweep': 'Comparing everybody in this server',
    'access.sweep': 'Comparing everybody',
    'access.guild-mended': 'Trying again what may be mended',
    'notifications.guild': 'Writing to the log channel',
  } as Readonly<Record<string, string>>,
  workAbout: { member: (id: string) => member(id), membership: (id: string) => code(id) },
  causes: {
    TIMED_OUT: 'It took too long.',
    UNEXPECTED: 'Something went wrong that nobody foresaw; the operator finds it in the log.',
  } as Readonly<Record<string, string>>,
  attempts: (attempts: number, at: Date) =>
    md`given up after ${count(attempts, 'attempt', 'attempts')}, ${moment(at, 'relative')}`,
  retry: 'Try again',
  retryAll: 'Try all again',
  dismiss: 'Dismiss',
  approve: 'Take the roles',
  refuse: 'Take nothing',
  retried: md`🔁 It is being tried again.`,
  retriedAll: (problems: number) => md`🔁 ${count(problems, 'thing is', 'things are')} being tried again.`,
  dismissed: md`It was dismissed. What is still wrong comes back when it is met again.`,
  gone: md`That one is not there any more: it was mended or dismissed meanwhile.`,
  approved: md`The roles are being taken; the log channel tells what changes.`,
  refused: md`Nothing is taken. You are asked again only when there is more to take.`,
  heldRefused: 'Nothing is taken, as an admin has said',
  heldRefusedWhy: md`Until that is decided otherwise here, or these members are right again, no comparison takes a role from anybody.`,
  answered: md`There is nothing to answer any more: somebody else has answered, or a newer comparison found otherwise.`,
  told: {
    retriedBy: (userId: string, at: Date) =>
      md`-# 🔁 Tried again for ${member(userId)} ${moment(at, 'relative')}; where it is mended, that is told here.`,
    dismissed: 'Dismissed',
    dismissedBy: (userId: string) => md`-# By ${member(userId)}. It comes back when it is met again.`,
    gone: 'No problem any more',
    approved: 'The roles are being taken',
    refused: 'Nothing is taken',
    answered: 'Nothing to answer any more',
    answeredBy: (userId: string) =>
      md`-# Decided by ${member(userId)}. ${'/access problems'} shows what is outstanding.`,
  },
};
