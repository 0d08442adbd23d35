import { counter } from '../format.ts';
import { code, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('en');
const { member, role } = mentionOf;

export const problems = {
  description: 'Lists problems and failed work, and lets you retry or dismiss them',
  title: 'Needs your attention',
  none: 'Nothing needs your attention',
  allWell: md`Every role can be given and removed as it should, and no work has failed.`,
  needYou: (problems: number) => md`${count(problems, 'thing needs', 'things need')} your attention.`,
  failed: (work: number) => md`${count(work, 'job', 'jobs')} failed for good.`,
  unlisted: (others: number) => md`-# ${others} more will be listed once some of these are fixed.`,
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
  since: (at: Date) => md`began ${moment(at, 'relative')}`,
  affects: (members: number, named: Markdown) => md`affects ${count(members, 'member', 'members')}: ${named}`,
  underWay: md`A retry is in progress.`,
  work: {
    'access.membership-changed': 'Refreshing a membership',
    'access.member-changed': 'Correcting a member’s roles',
    'access.guild-sweep': 'Sweep of this server',
    'access.sweep': 'Sweep of all servers',
    'access.problems-due': 'Retrying problems that may be fixed',
    'notifications.guild': 'Writing to the log channel',
  },
  workAbout: { member: (id: string) => member(id), membership: (id: string) => code(id) },
  attempts: (attempts: number, at: Date) =>
    md`given up after ${count(attempts, 'attempt', 'attempts')}, ${moment(at, 'relative')}`,
  retry: 'Try again',
  retryAll: 'Try all again',
  dismiss: 'Dismiss',
  approve: 'Remove the roles',
  refuse: 'Remove nothing',
  retried: md`🔁 Retry started.`,
  retriedAll: (problems: number) => md`🔁 ${count(problems, 'retry', 'retries')} started.`,
  dismissed: md`Dismissed. If the problem occurs again, it comes back.`,
  gone: md`This problem no longer exists: it was fixed or dismissed in the meantime.`,
  approved: md`The roles are being removed. The log channel reports the changes.`,
  refused: md`Nothing is removed. You are asked again only if more roles would be removed.`,
  heldRefused: 'An admin decided to remove nothing',
  heldRefusedWhy: md`Sweeps don’t remove these roles until an admin decides otherwise here, or these members’ roles are correct again.`,
  answered: md`There is nothing left to decide: another admin has decided, or a newer sweep found something else.`,
  told: {
    retriedBy: (userId: string, at: Date) =>
      md`-# 🔁 Retried by ${member(userId)} ${moment(at, 'relative')}. If that fixes it, this channel reports it.`,
    dismissed: 'Dismissed',
    dismissedBy: (userId: string) => md`-# By ${member(userId)}. If the problem occurs again, it comes back.`,
    gone: 'No longer a problem',
    approved: 'The roles are being removed',
    refused: 'Nothing is removed',
    answered: 'Nothing left to decide',
    answeredBy: (userId: string) =>
      md`-# Decided by ${member(userId)}. ${'/access problems'} shows what is outstanding.`,
  },
};
