import type { Words } from '../en/index.ts';
import { counter, pluralIn } from '../format.ts';
import { code, joined, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('de');
const plural = pluralIn('de');
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
  held: 'Rollen nicht entfernt: bitte sieh erst nach',
  heldRole: (roleId, losses, holders) =>
    md`${role(roleId)}: ${losses} von ${count(holders, 'Mitglied', 'Mitgliedern')} ${plural(losses, 'würde', 'würden')} sie verlieren.`,
  heldWhy: md`So viele an einem Tag können ein Versehen sein. Abgleiche entfernen diese Rollen nicht, bis ein Admin entscheidet.`,
  heldMissing: (memberships) =>
    md`Der Commerce Service zeigt ${count(memberships, 'Mitgliedschaft', 'Mitgliedschaften')} nicht mehr, die bisher Zugang ${plural(memberships, 'gab', 'gaben')}, und sonst nichts oder wenig. Das sieht nach einem falschen Schlüssel, einem anderen Konto oder einer Störung dort aus, deshalb werden keine Rollen entfernt.\nBitte den Betreiber, den Dienst, ${code('COMMERCE_API_KEY')} und ${code('COMMERCE_URL')} zu prüfen. Zeigt der Dienst sie wieder, erledigt sich die Frage von selbst. Entferne die Rollen nur, wenn all diese Mitgliedschaften wirklich zu Ende sind.`,
  welcome: (roles, guild) => md`Danke! Du hast jetzt ${strong(roles)} in **${guild}**.`,
  ended: (roles, guild) =>
    md`Deine Mitgliedschaft ist zu Ende; ${strong(roles)} in **${guild}** hast du deshalb nicht mehr.`,
  removed: (guild) => md`Deine Mitgliedschaft ist zu Ende; du wurdest deshalb von **${guild}** entfernt.`,
  trialEnds: (roles, guild, at) =>
    md`Deine Probezeit für ${strong(roles)} in **${guild}** endet ${at ? moment(at, 'full') : 'bald'}.`,
  graceEnds: (roles, guild, at) =>
    md`Deine letzte Zahlung fehlt. Du verlierst ${strong(roles)} in **${guild}** ${at ? moment(at, 'full') : 'bald'}, wenn du nicht vorher zahlst.`,
} satisfies Words['notifications'];
