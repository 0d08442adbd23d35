import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('fr');
const digits = new Intl.NumberFormat('fr');
const dates = new Intl.DateTimeFormat('fr', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const stats = {
  description: 'Membres par formule et rôle, débuts et fins sur 30 jours, délais et échecs',
  title: 'Statistiques',
  plans: md`**Adhésions qui donnent accès**`,
  noPlans: md`Aucune pour l’instant.`,
  plan: (name, members) => md`${name} : ${digits.format(members)}`,
  plansMore: (plans, members) =>
    md`${count(plans, 'autre formule', 'autres formules')} : ${digits.format(members)}`,
  roles: md`**Membres qui ont un rôle donné par Rolekeeper**`,
  role: (roleId, members) => md`${mentionOf.role(roleId)} : ${digits.format(members)}`,
  latency: md`**De l’achat au rôle**`,
  noLatency: md`Aucun achat sur ces 30 jours.`,
  marks: (p50, p95, p99, purchases) =>
    md`La moitié en ${p50}, 95 % en ${p95}, 99 % en ${p99} (${count(purchases, 'achat', 'achats')})`,
  seconds: (milliseconds) =>
    `${new Intl.NumberFormat('fr', { maximumFractionDigits: 1 }).format(milliseconds / 1000)} s`,
  failures: md`**En attente d’un admin**`,
  noFailures: md`Rien.`,
  problems: (problems, members) =>
    md`${count(problems, 'problème', 'problèmes')} (${count(members, 'membre', 'membres')})`,
  work: (work) => md`${count(work, 'tâche échouée', 'tâches échouées')}`,
  waits: (what) => md`${what} : voir ${'/access problems'}`,
  chart: {
    title: 'Adhésions des 30 derniers jours',
    joins: 'Commencées',
    ends: 'Terminées',
    day: (day) => dates.format(new Date(day)),
    count: (count) => digits.format(count),
  },
  alt: (joins, ends) =>
    `Barres pour chacun des 30 derniers jours : ${count(joins, 'adhésion commencée', 'adhésions commencées')}, ${count(ends, 'terminée', 'terminées')}.`,
} satisfies Words['stats'];
