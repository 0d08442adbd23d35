import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('de');
const digits = new Intl.NumberFormat('de');
const dates = new Intl.DateTimeFormat('de', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const stats = {
  description: 'Mitglieder nach Plan und Rolle, 30 Tage Anfang und Ende, Wartezeiten und Gescheitertes',
  title: 'Statistik',
  plans: md`**Mitgliedschaften, die Zugang geben**`,
  noPlans: md`Noch keine.`,
  plan: (name, members) => md`${name}: ${digits.format(members)}`,
  plansMore: (plans, members) =>
    md`${count(plans, 'anderer Plan', 'andere Pläne')}: ${digits.format(members)}`,
  roles: md`**Mitglieder, die eine Rolle von Rolekeeper haben**`,
  role: (roleId, members) => md`${mentionOf.role(roleId)}: ${digits.format(members)}`,
  latency: md`**Vom Kauf bis zur Rolle**`,
  noLatency: md`Keine Käufe in diesen 30 Tagen.`,
  marks: (p50, p95, p99, purchases) =>
    md`Die Hälfte in ${p50}, 95 % in ${p95}, 99 % in ${p99} (${count(purchases, 'Kauf', 'Käufe')})`,
  seconds: (milliseconds) =>
    `${new Intl.NumberFormat('de', { maximumFractionDigits: 1 }).format(milliseconds / 1000)} s`,
  failures: md`**Wartet auf einen Admin**`,
  noFailures: md`Nichts.`,
  problems: (problems, members) =>
    md`${count(problems, 'Problem', 'Probleme')} (${count(members, 'Mitglied', 'Mitglieder')})`,
  work: (work) => md`${count(work, 'gescheiterter Auftrag', 'gescheiterte Aufträge')}`,
  waits: (what) => md`${what}: siehe ${'/access problems'}`,
  chart: {
    title: 'Mitgliedschaften der letzten 30 Tage',
    joins: 'Begonnen',
    ends: 'Beendet',
    day: (day) => dates.format(new Date(day)),
    count: (count) => digits.format(count),
  },
  alt: (joins, ends) =>
    `Balken für jeden der letzten 30 Tage: ${count(joins, 'Mitgliedschaft', 'Mitgliedschaften')} begonnen, ${digits.format(ends)} beendet.`,
} satisfies Words['stats'];
