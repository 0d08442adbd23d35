import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';
import { memberships } from './memberships.ts';

const count = counter('de');
const { member, role } = mentionOf;

export const membership = {
  description: 'Zeigt deine Mitgliedschaften, ihre Daten und ihre Rollen',
  menu: 'Mitgliedschaften',
  menuWhy: 'Warum diese Rollen?',
  title: 'Deine Mitgliedschaften',
  titleOf: 'Mitgliedschaften',
  of: (userId) => md`${member(userId)}`,
  none: md`Du hast auf diesem Konto keine Mitgliedschaft. Wenn du eine gekauft hast, verbinde dieses Chat-Konto auf der Seite, auf der du sie verwaltest. Ihre Rollen bekommst du dann in Sekunden.`,
  noneYet: md`Du hast auf diesem Konto keine Mitgliedschaft. Wenn du eine gekauft hast, verknüpfe deine Käufe. Ihre Rollen bekommst du dann in Sekunden.`,
  noneOf: (userId) => md`${member(userId)} hat keine Mitgliedschaft.`,
  heading: (name, status) => md`**${name}** · ${memberships.status(status)}`,
  unnamed: 'Mitgliedschaft',
  called: (name) => `„${name}“`,
  more: (others) => md`-# … und ${count(others, 'weitere Mitgliedschaft', 'weitere Mitgliedschaften')}`,
  id: (id) => md`-# ${code(id)}`,
  runs: (until) => md`Sie verlängert sich ${moment(until, 'full')}.`,
  becomesPaid: (at) => md`Die Zahlungen beginnen ${moment(at, 'full')}.`,
  ends: (at) => md`Sie endet ${moment(at, 'full')}.`,
  ended: (at) =>
    at ? md`Sie gibt seit ${moment(at, 'full')} keinen Zugang mehr.` : md`Sie gibt keinen Zugang.`,
  lasting: md`Sie gibt unbefristet Zugang.`,
  manage: 'Verwalten',
  incomplete: md`-# Der Commerce Service kann gerade keine Einzelheiten nennen: Daten können veraltet sein, und Links fehlen.`,
  roles: md`**Deine Rollen**`,
  rolesOf: md`**Rollen**`,
  has: (roleId) => md`✅ ${role(roleId)}`,
  comes: (roleId) => md`⏳ ${role(roleId)} ist unterwegs.`,
  stuck: (roleId) =>
    md`⚠️ ${role(roleId)} steht dir zu, aber der Bot kann sie gerade nicht geben. Die Admins sehen, was zu beheben ist.`,
  goes: (roleId) => md`⏳ ${role(roleId)} wird gleich entfernt.`,
  lacks: (roleId) => md`➖ ${role(roleId)}`,
  reason: (reason) => md`-# ${reason}`,
} satisfies Words['membership'];
