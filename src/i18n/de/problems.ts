import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';

const count = counter('de');
const { member, role } = mentionOf;

export const problems = {
  description: 'Zeigt Probleme und Gescheitertes: noch einmal versuchen oder verwerfen',
  title: 'Hier wirst du gebraucht',
  none: 'Nichts zu tun',
  allWell: md`Jede Rolle lässt sich geben und entfernen, wie sie soll, und keine Arbeit ist gescheitert.`,
  needYou: (problems) => md`${count(problems, 'Sache braucht', 'Sachen brauchen')} dich.`,
  failed: (work) => md`${count(work, 'Auftrag ist', 'Aufträge sind')} endgültig gescheitert.`,
  unlisted: (others) =>
    md`-# ${count(others, 'weitere erscheint', 'weitere erscheinen')}, wenn einige davon behoben sind.`,
  subjects: {
    server: 'Der Server',
    token: 'Das Token des Bots',
    'log channel': 'Der Log-Kanal',
    'member list': 'Die Mitgliederliste',
    memberships: 'Die Mitgliedschaften',
  },
  kick: (userId) => md`Entfernen von ${member(userId)}`,
  account: (userId, roleId) =>
    roleId === null ? md`Das Konto ${member(userId)}` : md`${role(roleId)} für ${member(userId)}`,
  since: (at) => md`begann ${moment(at, 'relative')}`,
  affects: (members, named) => md`betrifft ${count(members, 'Mitglied', 'Mitglieder')}: ${named}`,
  underWay: md`Es wird gerade noch einmal versucht.`,
  work: {
    'access.membership-changed': 'Eine Mitgliedschaft aktualisieren',
    'access.member-changed': 'Die Rollen eines Mitglieds korrigieren',
    'access.guild-sweep': 'Abgleich dieses Servers',
    'access.sweep': 'Abgleich aller Server',
    'access.problems-due': 'Probleme noch einmal versuchen, die behoben sein können',
    'notifications.guild': 'In den Log-Kanal schreiben',
  },
  workAbout: { member: (id) => member(id), membership: (id) => code(id) },
  attempts: (attempts, at) =>
    md`aufgegeben nach ${count(attempts, 'Versuch', 'Versuchen')}, ${moment(at, 'relative')}`,
  retry: 'Noch einmal versuchen',
  retryAll: 'Alles noch einmal versuchen',
  dismiss: 'Verwerfen',
  approve: 'Rollen entfernen',
  refuse: 'Nichts entfernen',
  retried: md`🔁 Es wird noch einmal versucht.`,
  retriedAll: (problems) => md`🔁 ${count(problems, 'Sache wird', 'Sachen werden')} noch einmal versucht.`,
  dismissed: md`Verworfen. Tritt das Problem wieder auf, kommt es zurück.`,
  gone: md`Dieses Problem gibt es nicht mehr: Es wurde inzwischen behoben oder verworfen.`,
  approved: md`Die Rollen werden entfernt; was sich ändert, steht im Log-Kanal.`,
  refused: md`Nichts wird entfernt. Gefragt wird erst wieder, wenn mehr Rollen entfernt würden.`,
  heldRefused: 'Ein Admin hat entschieden, nichts zu entfernen',
  heldRefusedWhy: md`Abgleiche entfernen diese Rollen nicht, bis ein Admin hier anders entscheidet oder die Rollen dieser Mitglieder wieder stimmen.`,
  answered: md`Es gibt nichts mehr zu entscheiden: Ein anderer Admin hat entschieden, oder ein neuerer Abgleich ergab etwas anderes.`,
  told: {
    retriedBy: (userId, at) =>
      md`-# 🔁 Für ${member(userId)} ${moment(at, 'relative')} noch einmal versucht. Ist es damit behoben, steht das in diesem Kanal.`,
    dismissed: 'Verworfen',
    dismissedBy: (userId) => md`-# Von ${member(userId)}. Tritt das Problem wieder auf, kommt es zurück.`,
    gone: 'Kein Problem mehr',
    approved: 'Die Rollen werden entfernt',
    refused: 'Nichts wird entfernt',
    answered: 'Nichts mehr zu entscheiden',
    answeredBy: (userId) =>
      md`-# Entschieden von ${member(userId)}. ${'/access problems'} zeigt, was noch aussteht.`,
  },
} satisfies Words['problems'];
