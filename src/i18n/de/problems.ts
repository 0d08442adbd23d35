import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';

const count = counter('de');
const { member, role } = mentionOf;

export const problems = {
  description: 'Wo du gebraucht wirst und was scheiterte: noch einmal versuchen oder verwerfen',
  title: 'Hier wirst du gebraucht',
  none: 'Niemand wird gebraucht',
  allWell: md`Jede fällige Rolle lässt sich geben und nehmen, und keine Arbeit ist gescheitert.`,
  needYou: (problems) => md`${count(problems, 'Sache braucht', 'Sachen brauchen')} dich.`,
  failed: (work) => md`${count(work, 'Arbeit ist', 'Arbeiten sind')} endgültig gescheitert.`,
  unlisted: (others) => md`-# ${others} weitere erscheinen, wenn einige davon behoben sind.`,
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
  since: (at) => md`seit ${moment(at, 'relative')}`,
  affects: (members, named) =>
    md`hält ${count(members, 'Mitglied', 'Mitglieder')} von den richtigen Rollen ab: ${named}`,
  underWay: md`Es wird gerade noch einmal versucht.`,
  work: {
    'access.membership-changed': 'Eine Mitgliedschaft neu ansehen',
    'access.member-changed': 'Die Rollen eines Mitglieds in Ordnung bringen',
    'access.guild-sweep': 'Alle auf diesem Server vergleichen',
    'access.sweep': 'Alle vergleichen',
    'access.guild-mended': 'Noch einmal versuchen, was behoben sein kann',
    'notifications.guild': 'In den Log-Kanal schreiben',
  },
  workAbout: { member: (id) => member(id), membership: (id) => code(id) },
  causes: {
    TIMED_OUT: 'Es hat zu lange gedauert.',
    UNEXPECTED: 'Da ist etwas Unvorhergesehenes schiefgegangen; der Betreiber findet es im Protokoll.',
  },
  attempts: (attempts, at) =>
    md`aufgegeben nach ${count(attempts, 'Versuch', 'Versuchen')}, ${moment(at, 'relative')}`,
  retry: 'Noch einmal versuchen',
  retryAll: 'Alles noch einmal versuchen',
  dismiss: 'Verwerfen',
  approve: 'Rollen nehmen',
  refuse: 'Nichts nehmen',
  retried: md`🔁 Es wird noch einmal versucht.`,
  retriedAll: (problems) => md`🔁 ${count(problems, 'Sache wird', 'Sachen werden')} noch einmal versucht.`,
  dismissed: md`Es wurde verworfen. Was noch falsch ist, kommt wieder, sobald es auffällt.`,
  gone: md`Das gibt es nicht mehr: Es wurde inzwischen behoben oder verworfen.`,
  approved: md`Die Rollen werden genommen; was sich ändert, steht im Log-Kanal.`,
  refused: md`Nichts wird genommen. Gefragt wird erst wieder, wenn es mehr zu nehmen gibt.`,
  heldRefused: 'Nichts wird genommen, so hat es ein Admin gesagt',
  heldRefusedWhy: md`Bis hier anders entschieden wird, oder bis bei diesen Mitgliedern alles stimmt, nimmt kein Vergleich jemandem eine Rolle.`,
  answered: md`Es gibt nichts mehr zu beantworten: Jemand anders hat geantwortet, oder ein neuerer Vergleich ergab anderes.`,
  told: {
    retriedBy: (userId, at) =>
      md`-# 🔁 Für ${member(userId)} ${moment(at, 'relative')} noch einmal versucht; ist es behoben, steht das hier.`,
    dismissed: 'Verworfen',
    dismissedBy: (userId) => md`-# Von ${member(userId)}. Es kommt wieder, sobald es auffällt.`,
    gone: 'Kein Problem mehr',
    approved: 'Die Rollen werden genommen',
    refused: 'Nichts wird genommen',
    answered: 'Nichts mehr zu beantworten',
    answeredBy: (userId) =>
      md`-# Entschieden von ${member(userId)}. ${'/access problems'} zeigt, was noch aussteht.`,
  },
} satisfies Words['problems'];
