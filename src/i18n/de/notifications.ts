import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, joined, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('de');
const { member, role } = mentionOf;
const strong = (names: readonly string[]): Markdown =>
  joined(
    names.map((name) => md`**${name}**`),
    ', ',
  );

export const notifications = {
  granted: (userId, roleId) => md`${member(userId)} hat ${role(roleId)} bekommen.`,
  revoked: (userId, roleId) => md`${member(userId)} hat ${role(roleId)} verloren.`,
  kicked: (userId) => md`${member(userId)} wurde vom Server entfernt.`,
  changes: (changes) => count(changes, 'Änderung', 'Änderungen'),
  manyGranted: (members, roleId) =>
    md`**${count(members, 'Mitglied hat', 'Mitglieder haben')} ${role(roleId)} bekommen**`,
  manyRevoked: (members, roleId) =>
    md`**${count(members, 'Mitglied hat', 'Mitglieder haben')} ${role(roleId)} verloren**`,
  manyKicked: (members) =>
    md`**${count(members, 'Mitglied wurde', 'Mitglieder wurden')} vom Server entfernt**`,
  andMore: (others) => md` und ${others} weitere`,
  problem: 'Hier wirst du gebraucht',
  mended: 'Behoben',
  held: 'Nichts wurde genommen: bitte sieh erst nach',
  heldRole: (roleId, losses, holders) =>
    md`${role(roleId)}: ${losses} von ${count(holders, 'Mitglied', 'Mitgliedern')} würden sie verlieren.`,
  heldWhy: md`So viele auf einmal können ein Versehen sein. Niemandem wird etwas genommen, bevor ein Admin entschieden hat.`,
  heldMissing: (memberships) =>
    md`Der Commerce Service zeigt ${count(memberships, 'Mitgliedschaft', 'Mitgliedschaften')} nicht mehr, die bisher Zugang gaben, und sonst nichts oder wenig. Das sieht nach einem falschen Schlüssel, einem anderen Konto oder einer Störung dort aus, deshalb wird niemandem etwas genommen.\nLass den Dienst, ${code('COMMERCE_API_KEY')} und ${code('COMMERCE_URL')} prüfen: Zeigt er sie wieder, erledigt sich die Frage von selbst. Lass die Rollen nur nehmen, wenn all diese Mitgliedschaften wirklich zu Ende sind.`,
  welcome: (roles, guild) => md`Danke! Du hast jetzt ${strong(roles)} in **${guild}**.`,
  ended: (roles, guild) =>
    md`Deine Mitgliedschaft ist zu Ende, und mit ihr ${strong(roles)} in **${guild}**.`,
  removed: (guild) => md`Deine Mitgliedschaft ist zu Ende, und mit ihr dein Platz in **${guild}**.`,
  trialEnds: (roles, guild, at) =>
    md`Deine Probezeit für ${strong(roles)} in **${guild}** endet ${at ? moment(at, 'full') : 'bald'}.`,
  graceEnds: (roles, guild, at) =>
    md`Deine letzte Zahlung fehlt. Du behältst ${strong(roles)} in **${guild}** bis ${at ? moment(at, 'full') : 'bald'}; zahl vorher, um zu bleiben.`,
} satisfies Words['notifications'];
