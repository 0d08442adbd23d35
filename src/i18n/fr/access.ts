import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('fr');
const { member, role } = mentionOf;

export const access = {
  description: 'Explique et corrige les rôles des membres',
  why: 'Montre pourquoi un membre a ou n’a pas chaque rôle géré',
  sync: 'Corrige les rôles d’un membre ou de tous les membres',
  whyMember: 'Le membre dont il faut expliquer les rôles',
  syncMember: 'Le membre à corriger ; sans précision, tous les membres',
  dryRun: 'Montrer seulement ce qui changerait',
  whyTitle: 'Pourquoi ces rôles',
  about: (userId) => md`Les rôles gérés de ${member(userId)}`,
  absent: (userId) =>
    md`${member(userId)} n’est pas sur ce serveur. Voici les rôles qui seraient donnés à son arrivée.`,
  nothingManaged: md`Aucun rôle n’est encore géré ici. Associez le premier avec ${'/roles map'}.`,
  has: (roleId) => md`**A** ${role(roleId)}`,
  hasNot: (roleId) => md`**N’a pas** ${role(roleId)}`,
  getsIt: md`→ Il va être donné.`,
  cannotGetIt: md`→ Il est dû, mais ne peut pas encore être donné :`,
  losesIt: md`→ Il va être retiré.`,
  cannotLoseIt: md`→ Il devrait être retiré, mais ne peut pas encore l’être :`,
  isHeld: md`→ Le membre n’y a pas droit, mais il le garde jusqu’à la décision d’un admin : voir ${'/access problems'}.`,
  stuck: (problem) => md`⚠️ ${problem}`,
  inOrder: 'Tous les rôles sont corrects',
  nothingToDo: (userId) => md`${member(userId)} a exactement les rôles prévus.`,
  wouldChange: 'Voici ce qui changerait',
  changed: 'Rôles corrigés',
  underWay: 'En cours',
  underWayMember: (userId) =>
    md`C’est bientôt au tour de ${member(userId)}. ${'/access why'} montre où cela en est.`,
  given: (roleId) => md`${role(roleId)} a été donné.`,
  taken: (roleId) => md`${role(roleId)} a été retiré.`,
  comparing: 'Comparaison des rôles de tous les membres avec leurs adhésions…',
  compared: 'Contrôle terminé',
  allRight: (members) =>
    md`${count(members, 'membre contrôlé', 'membres contrôlés')}. Tous les rôles sont corrects.`,
  drifted: (members, drifted) =>
    md`${count(drifted, 'membre', 'membres')} sur ${members} avaient des rôles incorrects. La correction est en cours.`,
  wrong: (members, drifted) =>
    md`${count(drifted, 'membre', 'membres')} sur ${members} avaient des rôles incorrects.`,
  onlyGave: md`Les rôles manquants vont être donnés. Aucun rôle n’est retiré, car le Commerce Service était injoignable ou ne montre plus ce qu’il montrait.`,
  held: md`Certains rôles seraient retirés à plus de membres que d’habitude. Ils restent donc en place jusqu’à ce qu’un admin décide dans ${'/access problems'}.`,
  refused: md`Certains membres ont des rôles auxquels ils n’ont pas droit. Un admin a décidé de ne rien retirer, ces rôles restent donc en place. ${'/access problems'} les montre et permet toujours de les retirer.`,
  sweepUnderWay: md`Le contrôle dure plus longtemps que cette réponse ne peut attendre. Il continue, et le salon de logs annonce ses changements.`,
  nobodyChanges: md`Aucun membre ne gagnerait ni ne perdrait de rôle.`,
  gains: (roleId, members) =>
    md`${role(roleId)} : ${count(members, 'membre l’obtiendrait', 'membres l’obtiendraient')}`,
  losses: (roleId, members) =>
    md`${role(roleId)} : ${count(members, 'membre le perdrait', 'membres le perdraient')}`,
  kicks: (members) => md`${count(members, 'membre serait expulsé', 'membres seraient expulsés')} du serveur`,
  andOthers: (others) => md` et ${others} de plus`,
} satisfies Words['access'];
