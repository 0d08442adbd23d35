import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';
import { memberships } from './memberships.ts';

const count = counter('fr');
const { member, role } = mentionOf;

export const membership = {
  description: 'Montre vos adhésions, leurs dates et les rôles qu’elles donnent',
  menu: 'Adhésions',
  menuWhy: 'Pourquoi ces rôles ?',
  title: 'Vos adhésions',
  titleOf: 'Adhésions',
  of: (userId) => md`${member(userId)}`,
  none: md`Vous n’avez aucune adhésion sur ce compte. Si vous en avez acheté une, connectez ce compte de chat sur la page où vous la gérez. Vous recevrez alors ses rôles en quelques secondes.`,
  noneYet: md`Vous n’avez aucune adhésion sur ce compte. Si vous en avez acheté une, liez vos achats. Vous recevrez alors leurs rôles en quelques secondes.`,
  noneOf: (userId) => md`${member(userId)} n’a aucune adhésion.`,
  heading: (name, status) => md`**${name}** · ${memberships.status(status)}`,
  unnamed: 'Adhésion',
  called: (name) => `« ${name} »`,
  more: (others) => md`-# … et ${count(others, 'autre adhésion', 'autres adhésions')}`,
  id: (id) => md`-# ${code(id)}`,
  runs: (until) => md`Elle se renouvelle ${moment(until, 'full')}.`,
  becomesPaid: (at) => md`Les paiements commencent ${moment(at, 'full')}.`,
  ends: (at) => md`Elle prend fin ${moment(at, 'full')}.`,
  ended: (at) =>
    at ? md`Elle ne donne plus accès depuis ${moment(at, 'full')}.` : md`Elle ne donne pas accès.`,
  lasting: md`Elle donne accès sans limite de durée.`,
  manage: 'Gérer',
  incomplete: md`-# Le Commerce Service ne peut pas donner de détails en ce moment : des dates peuvent être périmées, et des liens manquent.`,
  roles: md`**Vos rôles**`,
  rolesOf: md`**Rôles**`,
  has: (roleId) => md`✅ ${role(roleId)}`,
  comes: (roleId) => md`⏳ ${role(roleId)} est en route.`,
  stuck: (roleId) =>
    md`⚠️ ${role(roleId)} vous revient, mais le bot ne peut pas le donner en ce moment. Les admins voient ce qu’il faut réparer.`,
  goes: (roleId) => md`⏳ ${role(roleId)} va être retiré.`,
  lacks: (roleId) => md`➖ ${role(roleId)}`,
  reason: (reason) => md`-# ${reason}`,
} satisfies Words['membership'];
