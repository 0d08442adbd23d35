import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, joined, type Markdown, md, mentionOf, moment } from '../markdown.ts';

const count = counter('fr');
const { member, role } = mentionOf;
const strong = (names: readonly string[]): Markdown =>
  joined(
    names.map((name) => md`**${name}**`),
    ', ',
  );

export const notifications = {
  granted: (userId, roleId) => md`${member(userId)} a reçu ${role(roleId)}.`,
  revoked: (userId, roleId) => md`${member(userId)} a perdu ${role(roleId)}.`,
  kicked: (userId) => md`${member(userId)} a été expulsé du serveur.`,
  changes: (changes) => count(changes, 'changement', 'changements'),
  manyGranted: (members, roleId) => md`**${count(members, 'membre a', 'membres ont')} reçu ${role(roleId)}**`,
  manyRevoked: (members, roleId) =>
    md`**${count(members, 'membre a', 'membres ont')} perdu ${role(roleId)}**`,
  manyKicked: (members) =>
    md`**${count(members, 'membre a été expulsé', 'membres ont été expulsés')} du serveur**`,
  andMore: (others) => md` et ${others} de plus`,
  problem: 'Intervention nécessaire',
  mended: 'Résolu',
  held: 'Rôles non retirés : vérifiez d’abord',
  heldRole: (roleId, losses, holders) =>
    md`${role(roleId)} : ${losses} sur ${count(holders, 'membre', 'membres')} le perdraient.`,
  heldWhy: md`Autant en un jour, cela peut être une erreur en amont. Personne ne perd ces rôles lors d’un contrôle avant la décision d’un admin.`,
  heldMissing: (memberships) =>
    md`Le Commerce Service ne montre plus ${count(memberships, 'adhésion qui donnait accès', 'adhésions qui donnaient accès')}, et en montre peu d’autres ou aucune. Cela ressemble à une mauvaise clé, à un autre compte ou à une panne, aucun rôle n’est donc retiré.\nDemandez à l’opérateur de vérifier le service, ${code('COMMERCE_API_KEY')} et ${code('COMMERCE_URL')}. Quand le service les montrera de nouveau, cette question disparaîtra d’elle-même. Ne retirez les rôles que si toutes ces adhésions ont vraiment pris fin.`,
  welcome: (roles, guild) => md`Merci ! Vous avez maintenant ${strong(roles)} sur **${guild}**.`,
  ended: (roles, guild) =>
    md`Votre adhésion a pris fin, vous n’avez donc plus ${strong(roles)} sur **${guild}**.`,
  removed: (guild) => md`Votre adhésion a pris fin, vous avez donc été retiré de **${guild}**.`,
  trialEnds: (roles, guild, at) =>
    md`Votre essai pour ${strong(roles)} sur **${guild}** se termine ${at ? moment(at, 'full') : 'bientôt'}.`,
  graceEnds: (roles, guild, at) =>
    md`Votre dernier paiement n’est pas arrivé. Vous perdrez ${strong(roles)} sur **${guild}** ${at ? moment(at, 'full') : 'bientôt'}, sauf si vous payez d’ici là.`,
} satisfies Words['notifications'];
