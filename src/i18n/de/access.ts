import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('de');
const { member, role } = mentionOf;

export const access = {
  description: 'Erklärt und korrigiert die Rollen von Mitgliedern',
  why: 'Zeigt zu jeder verwalteten Rolle, warum ein Mitglied sie hat oder nicht hat',
  sync: 'Korrigiert die Rollen eines Mitglieds oder aller Mitglieder',
  whyMember: 'Das Mitglied, um dessen Rollen es geht',
  syncMember: 'Das Mitglied; ohne Angabe alle Mitglieder',
  dryRun: 'Nur zeigen, was sich ändern würde',
  whyTitle: 'Warum diese Rollen',
  about: (userId) => md`Die verwalteten Rollen von ${member(userId)}`,
  absent: (userId) =>
    md`${member(userId)} ist nicht auf diesem Server. Diese Rollen gäbe es bei einem Beitritt in diesem Moment.`,
  nothingManaged: md`Hier wird noch keine Rolle verwaltet. Ordne mit ${'/roles map'} die erste zu.`,
  has: (roleId) => md`**Hat** ${role(roleId)}`,
  hasNot: (roleId) => md`**Hat** ${role(roleId)} **nicht**`,
  getsIt: md`→ Sie wird gegeben.`,
  cannotGetIt: md`→ Sie steht zu, kann aber noch nicht gegeben werden:`,
  losesIt: md`→ Sie wird entfernt.`,
  cannotLoseIt: md`→ Sie müsste entfernt werden, das geht aber noch nicht:`,
  isHeld: md`→ Sie steht dem Mitglied nicht zu, bleibt aber, bis ein Admin entscheidet: siehe ${'/access problems'}.`,
  stuck: (problem) => md`⚠️ ${problem}`,
  inOrder: 'Alle Rollen stimmen',
  nothingToDo: (userId) => md`${member(userId)} hat genau die richtigen Rollen.`,
  wouldChange: 'Das würde sich ändern',
  changed: 'Rollen korrigiert',
  underWay: 'In Arbeit',
  underWayMember: (userId) => md`${member(userId)} ist als Nächstes dran. ${'/access why'} zeigt den Stand.`,
  given: (roleId) => md`${role(roleId)} wurde gegeben.`,
  taken: (roleId) => md`${role(roleId)} wurde entfernt.`,
  comparing: 'Die Rollen aller Mitglieder werden mit ihren Mitgliedschaften abgeglichen …',
  compared: 'Abgleich fertig',
  allRight: (members) => md`${count(members, 'Mitglied', 'Mitglieder')} geprüft. Alle Rollen stimmen.`,
  drifted: (members, drifted) =>
    md`${count(drifted, 'Mitglied hatte', 'Mitglieder hatten')} falsche Rollen (von ${members}). Sie werden jetzt korrigiert.`,
  wrong: (members, drifted) =>
    md`${count(drifted, 'Mitglied hatte', 'Mitglieder hatten')} falsche Rollen (von ${members}).`,
  onlyGave: md`Fehlende Rollen werden gegeben. Entfernt wird keine, denn der Commerce Service war nicht erreichbar oder zeigt nicht mehr, was er vorher zeigte.`,
  refused: md`Einige Mitglieder haben Rollen, die ihnen nicht zustehen. Ein Admin hat entschieden, nichts zu entfernen; deshalb bleiben sie. ${'/access problems'} zeigt sie und kann sie doch noch entfernen.`,
  held: md`Das würde einige Rollen mehr Mitgliedern nehmen als üblich. Deshalb bleiben diese Rollen, bis ein Admin in ${'/access problems'} entscheidet.`,
  sweepUnderWay: md`Der Abgleich dauert länger, als diese Antwort warten kann. Er läuft weiter; was er ändert, steht im Log-Kanal.`,
  nobodyChanges: md`Kein Mitglied würde eine Rolle bekommen oder verlieren.`,
  gains: (roleId, members) =>
    md`${role(roleId)}: ${count(members, 'Mitglied bekäme', 'Mitglieder bekämen')} sie`,
  losses: (roleId, members) =>
    md`${role(roleId)}: ${count(members, 'Mitglied verlöre', 'Mitglieder verlören')} sie`,
  kicks: (members) => md`${count(members, 'Mitglied würde', 'Mitglieder würden')} vom Server entfernt`,
  andOthers: (others) => md` und ${others} weitere`,
} satisfies Words['access'];
