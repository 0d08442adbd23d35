import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('de');
const { member, role } = mentionOf;

export const access = {
  description: 'Warum jemand eine Rolle hat oder nicht, und wie es richtig wird',
  why: 'Sagt, warum ein Mitglied jede verwaltete Rolle hat oder nicht hat',
  sync: 'Bringt die Rollen eines Mitglieds oder aller in Ordnung',
  whyMember: 'Wessen Rollen',
  syncMember: 'Wessen Rollen; ohne Angabe die von allen',
  dryRun: 'Nur zeigen, was sich ändern würde',
  whyTitle: 'Warum diese Rollen',
  about: (userId) => md`Die verwalteten Rollen von ${member(userId)}`,
  absent: (userId) =>
    md`${member(userId)} ist nicht auf diesem Server. So wäre es bei einem Beitritt in diesem Moment.`,
  nothingManaged: md`Hier wird noch keine Rolle verwaltet. Mit ${'/roles map'} fängt es an.`,
  has: (roleId) => md`**Hat** ${role(roleId)}`,
  hasNot: (roleId) => md`**Hat** ${role(roleId)} **nicht**`,
  getsIt: md`→ Sie wird gegeben.`,
  losesIt: md`→ Sie wird genommen.`,
  isHeld: md`→ Sie steht nicht zu, bleibt aber, bis ein Admin entschieden hat: siehe ${'/access problems'}.`,
  stuck: (problem) => md`⚠️ ${problem}`,
  inOrder: 'Alles ist richtig',
  nothingToDo: (userId) => md`${member(userId)} hat alle Rollen, die sein sollen, und keine andere.`,
  wouldChange: 'Das würde sich ändern',
  changed: 'Rollen in Ordnung gebracht',
  underWay: 'Unterwegs',
  underWayMember: (userId) =>
    md`${member(userId)} kommt vor allen anderen dran. ${'/access why'} zeigt, wie es steht.`,
  given: (roleId) => md`${role(roleId)} wurde gegeben.`,
  taken: (roleId) => md`${role(roleId)} wurde genommen.`,
  comparing: 'Alle werden mit ihren Mitgliedschaften verglichen …',
  compared: 'Alle wurden verglichen',
  allRight: (members) => md`${count(members, 'Mitglied', 'Mitglieder')}, und alle Rollen stimmen.`,
  drifted: (members, drifted) =>
    md`${count(drifted, 'Mitglied', 'Mitglieder')} von ${members} hatten falsche Rollen; das wird jetzt behoben.`,
  wrong: (members, drifted) =>
    md`${count(drifted, 'Mitglied', 'Mitglieder')} von ${members} hatten falsche Rollen.`,
  onlyGave: md`Was fehlt, wird gegeben. Genommen wird nichts, denn der Commerce Service ließ sich nicht fragen oder zeigt nicht mehr, was er vorher zeigte.`,
  refused: md`Mitglieder haben Rollen, die ihnen nicht zustehen. Ein Admin hat gesagt, dass nichts genommen wird; deshalb bleiben sie: ${'/access problems'} zeigt sie und nimmt sie doch.`,
  held: md`Es würden mehr Rollen genommen als üblich. Nichts wird genommen, bevor ein Admin entschieden hat: ${'/access problems'} fragt danach.`,
  sweepUnderWay: md`Der Vergleich dauert länger, als diese Antwort warten kann. Er läuft weiter; was er ändert, steht im Log-Kanal.`,
  nobodyChanges: md`Niemand würde eine Rolle bekommen oder verlieren.`,
  gains: (roleId, members) => md`${role(roleId)}: ${count(members, 'Mitglied', 'Mitglieder')} bekämen sie`,
  losses: (roleId, members) => md`${role(roleId)}: ${count(members, 'Mitglied', 'Mitglieder')} verlören sie`,
  kicks: (members) => md`${count(members, 'Mitglied würde', 'Mitglieder würden')} vom Server entfernt`,
  andOthers: (others) => md` und ${others} weitere`,
} satisfies Words['access'];
