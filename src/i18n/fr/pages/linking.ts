import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('fr');

const failures = {
  denied: {
    title: 'Rien n’a été lié',
    what: 'Vous avez arrêté, rien n’a donc changé.',
    next: 'Si vous changez d’avis, recommencez à tout moment.',
  },
  expired: {
    title: 'Cette étape a expiré',
    what: 'Elle a pris plus de dix minutes, ou était déjà faite. Chaque étape sert une fois.',
    next: 'Elle n’a rien lié. Recommencez, cela prend une minute.',
  },
  otherBrowser: {
    title: 'Vous avez commencé dans un autre navigateur',
    what: 'Pour que personne ne vous amène à lier le compte d’une autre personne, toutes les étapes doivent se faire dans un seul navigateur qui autorise les cookies.',
    next: 'Si quelqu’un vous a envoyé ce lien, fermez la page. Si vous avez commencé vous-même, recommencez ici.',
  },
  mixedUp: {
    title: 'Cette réponse vient du mauvais service',
    what: 'Un autre service a répondu que celui où nous vous avons envoyé, la réponse n’a donc pas été utilisée.',
    next: 'Recommencez. Si cela se reproduit, prévenez les responsables de cette communauté.',
  },
  forged: {
    title: 'Ce formulaire ne vient pas de cette page',
    what: 'Un autre site l’a envoyé, ou votre page n’est plus à jour. Rien n’a été fait.',
    next: 'Recommencez d’ici.',
  },
  wrongAccount: (name) => ({
    title: 'C’est un autre compte de chat',
    what: html`Vous vous êtes connecté en tant que <bdi>${name}</bdi>, mais un autre compte a demandé ce lien.`,
    next: 'Passez au compte qui a saisi /link et suivez à nouveau son lien. Ou recommencez avec ce compte.',
    again: html`Commencer en tant que <bdi>${name}</bdi>`,
  }),
  alreadyLinked: {
    title: 'Votre compte de chat est déjà lié',
    what: 'Il est lié aux achats d’une autre adresse e-mail, et un compte ne peut avoir qu’une liaison.',
    next: 'Pour changer cela, saisissez /unlink dans le chat, puis recommencez.',
  },
  forbidden: (until) => ({
    title: 'Vous ne pouvez pas lier vos achats en ce moment',
    what: `Un admin de la communauté l’a interdit jusqu’au ${until}.`,
    next: 'Si vous pensez que c’est une erreur, parlez-en aux admins.',
  }),
  tooOften: (time) => ({
    title: 'Vous avez fait trop de liaisons',
    what: 'Une personne peut faire six liaisons en une heure. Rien n’a été lié cette fois.',
    next: `Vous pourrez recommencer à ${time} UTC. Pour mettre fin à une liaison, saisissez /unlink dans le chat à tout moment.`,
  }),
  unsupported: {
    title: 'Les achats ne peuvent pas être liés ici',
    what: 'Le service où vous avez acheté ne nous dit pas qui s’est connecté, nous ne pouvons donc pas vérifier que les achats sont à vous.',
    next: 'Demandez aux responsables de cette communauté de vous donner vos rôles.',
  },
  unavailable: {
    title: 'Un service ne répond pas',
    what: 'La liaison a besoin de deux autres services, et l’un d’eux est injoignable en ce moment. Rien n’a été lié.',
    next: 'Attendez une minute, puis recommencez.',
  },
  ended: {
    title: 'Ces comptes ne sont plus liés',
    what: 'La liaison a pris fin, ou les achats ont été liés à un autre compte de chat.',
    next: 'Si ce n’était pas vous, recommencez pour les lier à nouveau.',
  },
  unreadable: {
    title: 'Cette adresse ne fonctionne pas',
    what: 'Elle est incomplète, ou n’est pas de ce site. Rien n’a été fait.',
    next: 'Si quelqu’un vous l’a envoyée, demandez-lui de l’envoyer à nouveau. Ou commencez ici.',
  },
  fault: (requestId) => ({
    title: 'Un problème est survenu',
    what: 'C’est notre faute, pas la vôtre. Rien n’a été lié.',
    next: `Recommencez dans une minute. Si cela se reproduit, prévenez les responsables de cette communauté, et indiquez la requête ${requestId}.`,
  }),
  tooMany: (seconds) => ({
    title: 'Trop d’essais',
    what: 'Trop d’essais sont venus de votre adresse réseau.',
    next: `Attendez ${plural(seconds, 'une seconde', `${seconds} secondes`)}, puis recommencez.`,
  }),
} satisfies Words['pages']['linking']['failures'];

export const linking = {
  steps: { label: 'Étapes', chat: 'Compte de chat', purchases: 'Achats', confirm: 'Confirmer' },
  stepDone: '(fait)',
  start: {
    title: 'Lier vos comptes',
    heading: 'Liez vos achats à votre compte de chat',
    text: 'Vous recevez alors automatiquement les rôles que vous avez payés, maintenant et à chaque nouvel achat.',
    chat: (platform) => `Connectez-vous à votre compte de chat avec ${platform}.`,
    purchases: 'Connectez-vous avec l’adresse e-mail de votre achat.',
    confirm: 'Vérifiez les deux comptes et confirmez.',
    button: (platform) => `Continuer avec ${platform}`,
    letsIn: 'Si vous n’êtes pas sur le serveur où vos achats vous donnent un rôle, nous vous y ajoutons.',
    safe: 'Rien n’est lié avant votre confirmation. Rolekeeper ne voit jamais vos mots de passe, et ne peut rien acheter ni publier en votre nom.',
  },
  busy: 'Nous vérifions votre connexion. Cette page continue d’elle-même.',
  purchases: {
    title: 'Vos achats',
    heading: 'Maintenant vos achats',
    account: 'Votre compte de chat',
    text: 'Connectez-vous avec l’adresse e-mail de votre achat pour confirmer que les achats sont à vous.',
    button: 'Se connecter à la boutique',
    stop: 'Pas vous, ou pas maintenant ? Arrêter ici',
  },
  confirm: {
    title: 'Lier ces comptes ?',
    heading: 'Lier ces deux comptes ?',
    chat: 'Compte de chat',
    purchases: 'Achats de',
    moves:
      'Ces achats sont en ce moment liés à un autre compte de chat. Si vous confirmez, il perd leurs rôles et ce compte les reçoit.',
    button: 'Lier',
    refuse: 'Ne pas lier',
    hint: 'Ne confirmez que si les deux sont à vous. Les rôles de ces achats vont à ce compte de chat et à aucun autre.',
  },
  done: {
    title: 'Liés',
    heading: 'Vos comptes sont liés',
    gets: (chatName, commerceName) =>
      html`<strong><bdi>${chatName}</bdi></strong> reçoit les rôles de tout ce que <strong><bdi>${commerceName}</bdi></strong> a acheté et achètera.`,
    later:
      'Cela prend plus de temps que d’habitude. Les rôles manquants arrivent automatiquement. Rechargez cette page pour vérifier à nouveau.',
    noScript: 'Rechargez cette page pour voir quels rôles sont arrivés.',
    close: html`Vous pouvez fermer cette page. Pour mettre fin à la liaison, saisissez <code>/unlink</code> dans le chat.`,
    unknown: 'Vos rôles sont en route. Ils arrivent automatiquement, même si vous fermez cette page.',
    none: 'Aucun de vos achats ne donne de rôle en ce moment. Quand vous en achèterez un qui en donne, son rôle arrivera automatiquement.',
    waiting: 'Les rôles en route arrivent dans un instant, ou dès que vous aurez rejoint le serveur.',
    there: (guild) => html`à vous sur <bdi>${guild}</bdi>`,
    coming: (guild) => html`en route sur <bdi>${guild}</bdi>`,
    ended:
      'Ces comptes ne sont plus liés. La liaison a pris fin, ou les achats ont été liés à un autre compte de chat.',
  },
  failures,
  again: 'Recommencer',
  beginHere: 'Commencer ici',
} satisfies Words['pages']['linking'];
