import type { Words } from '../en/index.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';

const { member } = mentionOf;

export const linking = {
  link: 'Lie vos achats à ce compte, pour que vous receviez automatiquement leurs rôles',
  unlink: 'Met fin à la liaison entre vos achats et ce compte',
  linkTitle: 'Lier vos achats',
  linkSteps: md`Connectez-vous une fois, ici et à la boutique. Les rôles de vos achats arrivent une seconde plus tard, ceux des achats suivants automatiquement.`,
  linkedSince: (at) => md`Vos achats sont liés à ce compte depuis le ${moment(at, 'date')}.`,
  linkAgain: md`Vous pouvez recommencer, par exemple après un achat avec une autre adresse.`,
  linkButton: 'Lier mes achats',
  panel: {
    title: 'Vous avez acheté quelque chose ?',
    text: md`Liez vos achats à ce compte pour recevoir automatiquement leurs rôles.`,
  },
  linkPrivate: md`Ce lien n’est que pour vous : il ne marche avec aucun autre compte.`,
  impossibleTitle: 'La liaison n’est pas configurée ici',
  impossible: md`L’opérateur peut la permettre en définissant DISCORD_CLIENT_ID et DISCORD_CLIENT_SECRET.`,
  forbiddenTitle: 'Vous ne pouvez pas lier vos achats en ce moment',
  forbidden: (until) =>
    md`Un admin vous a interdit la liaison jusqu’au ${moment(until)}. Si vous pensez que c’est une erreur, demandez à un admin.`,
  linkedTooOften: (until) =>
    md`Vous avez fait six liaisons en une heure. Vous pourrez recommencer le ${moment(until)}.`,
  notLinkedTitle: 'Rien n’est lié',
  notLinked: md`Aucun achat n’est lié à ce compte. Liez-les avec ${'/link'}.`,
  unlinkTitle: 'Mettre fin à la liaison ?',
  unlinkMeans: md`Vous perdez les rôles qu’elle vous a donnés, et nous supprimons les données enregistrées pour elle. Vous gardez vos achats et pouvez les lier à nouveau.`,
  unlinkButton: 'Mettre fin à la liaison',
  unlinkedTitle: 'La liaison a pris fin',
  unlinked: md`Les rôles qu’elle vous a donnés vont être retirés dans un instant.`,
  description: 'Les liaisons entre achats et membres',
  show: 'Montre ce qui est lié à un membre',
  unlinkMember: 'Met fin à la liaison d’un membre et retire les rôles qu’elle a donnés',
  forbid: 'Interdit la liaison à un membre pendant quelques jours',
  allow: 'Permet de nouveau la liaison à un membre',
  whose: 'Le membre dont c’est la liaison',
  forbidDays: 'Jours avant une nouvelle liaison ; sans précision, selon les paramètres',
  days: 'Pendant combien de jours',
  showTitle: 'Achats liés',
  forbidTitle: 'La liaison est interdite',
  allowTitle: 'La liaison est permise',
  about: (userId) => md`${member(userId)}`,
  linkedTo: (commerceUserId, at) => md`Lié à ${code(commerceUserId)} depuis le ${moment(at, 'date')}.`,
  noLink: md`Aucun achat n’est lié.`,
  noLinkOf: (userId) => md`Rien n’était lié à ${member(userId)}.`,
  unlinkedMember: (userId) =>
    md`Les rôles qu’elle a donnés à ${member(userId)} vont être retirés dans un instant.`,
  mayNotUntil: (until) => md`Pas de nouvelle liaison avant le ${moment(until)}.`,
  mayAgain: md`Une nouvelle liaison est possible.`,
  mightAlready: md`La liaison n’était pas interdite.`,
} satisfies Words['linking'];
