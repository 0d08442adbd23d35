import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';
import { memberships } from './memberships.ts';

const count = counter('de');
const { member, role } = mentionOf;

export const membership = {
  description: 'Was du hast, bis wann, und welche Rollen dazugehören',
  menu: 'Mitgliedschaften',
  menuWhy: 'Warum diese Rollen?',
  title: 'Deine Mitgliedschaften',
  titleOf: 'Mitgliedschaften',
  of: (userId) => md`${member(userId)}`,
  none: md`Für dein Konto zählt keine Mitgliedschaft. Wenn du eine gekauft hast, verbinde dieses Chat-Konto dort, wo du sie verwaltest; Rollen folgen in Sekunden.`,
  noneYet: md`Für dein Konto zählt keine Mitgliedschaft. Wenn du eine gekauft hast, verknüpfe deine Käufe; Rollen folgen in Sekunden.`,
  noneOf: (userId) => md`Für ${member(userId)} zählt keine Mitgliedschaft.`,
  heading: (name, status) => md`**${name}** · ${memberships.status(status)}`,
  unnamed: 'Mitgliedschaft',
  called: (name) => `„${name}“`,
  billing: {
    free: 'kostenlos',
    once: 'einmal bezahlt',
    every: (days) =>
      days === null ? 'regelmäßig bezahlt' : days === 1 ? 'täglich bezahlt' : `alle ${days} Tage bezahlt`,
  },
  more: (others) => md`-# … und ${count(others, 'weitere Mitgliedschaft', 'weitere Mitgliedschaften')}`,
  id: (id) => md`-# ${code(id)}`,
  runs: (until) => md`Sie verlängert sich ${moment(until, 'full')}.`,
  becomesPaid: (at) => md`Sie kostet etwas ab ${moment(at, 'full')}.`,
  ends: (at) => md`Sie endet ${moment(at, 'full')}.`,
  ended: (at) =>
    at ? md`Sie gibt keinen Zugang mehr, seit ${moment(at, 'full')}.` : md`Sie gibt keinen Zugang.`,
  lasting: md`Sie gibt Zugang ohne Ende.`,
  manage: 'Verwalten',
  incomplete: md`-# Der Commerce Service sagt gerade nicht mehr: Daten können älter sein, und Links fehlen.`,
  roles: md`**Deine Rollen**`,
  rolesOf: md`**Rollen**`,
  has: (roleId) => md`✅ ${role(roleId)}`,
  comes: (roleId) => md`⏳ ${role(roleId)} ist unterwegs.`,
  stuck: (roleId) =>
    md`⚠️ ${role(roleId)} steht dir zu, lässt sich aber gerade nicht geben. Die Admins sehen, was zu beheben ist.`,
  goes: (roleId) => md`⏳ ${role(roleId)} wird genommen.`,
  lacks: (roleId) => md`➖ ${role(roleId)}`,
  reason: (reason) => md`-# ${reason}`,
} satisfies Words['membership'];
