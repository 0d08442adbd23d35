import { counter } from '../format.ts';
import { type Markdown, md, mentionOf } from '../markdown.ts';

const count = counter('en');
const digits = new Intl.NumberFormat('en');
const dates = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const stats = {
  description: 'Members by plan and role, joins and ends of 30 days, how long roles take, and what failed',
  title: 'Statistics',
  plans: md`**Memberships that give access**`,
  noPlans: md`None yet.`,
  plan: (name: string, members: number): Markdown => md`${name}: ${digits.format(members)}`,
  plansMore: (plans: number, members: number) =>
    md`${count(plans, 'other plan', 'other plans')}: ${digits.format(members)}`,
  roles: md`**Members who have a role from Rolekeeper**`,
  role: (roleId: string, members: number) => md`${mentionOf.role(roleId)}: ${digits.format(members)}`,
  latency: md`**Time from purchase to role**`,
  noLatency: md`No purchases in these 30 days.`,
  marks: (p50: string, p95: string, p99: string, purchases: number) =>
    md`Half within ${p50}, 95 % within ${p95}, 99 % within ${p99} (${count(purchases, 'purchase', 'purchases')})`,
  seconds: (milliseconds: number) =>
    `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(milliseconds / 1000)} s`,
  failures: md`**Waiting for an admin**`,
  noFailures: md`Nothing.`,
  problems: (problems: number, members: number): Markdown =>
    md`${count(problems, 'problem', 'problems')} (${count(members, 'member', 'members')})`,
  work: (work: number): Markdown => md`${count(work, 'failed job', 'failed jobs')}`,
  waits: (what: Markdown): Markdown => md`${what}: see ${'/access problems'}`,
  chart: {
    title: 'Memberships in the last 30 days',
    joins: 'Began',
    ends: 'Ended',
    day: (day: string) => dates.format(new Date(day)),
    count: (count: number) => digits.format(count),
  },
  alt: (joins: number, ends: number) =>
    `Bars for each of the last 30 days: ${count(joins, 'membership', 'memberships')} began, ${digits.format(ends)} ended.`,
};
