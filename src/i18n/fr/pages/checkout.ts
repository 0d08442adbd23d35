import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

type Checkout = Words['pages']['checkout'];

const plural = pluralIn('fr');

const every = (count: number): string => plural(count, 'chaque jour', `tous les ${count} jours`);
const days = (count: number): string => plural(count, 'un jour', `${count} jours`);
const freeDays = (count: number): string =>
  plural(count, 'après un jour gratuit', `après ${count} jours gratuits`);

const terms = {
  free: 'Gratuit',
  freely: 'gratuit',
  once: 'une fois',
  every,
  everyTimes: (period, times) => `${every(period)}, ${times} fois`,
  forFirst: (period) => plural(period, 'pour le premier jour', `pour les ${period} premiers jours`),
  forSecond: (period) => plural(period, 'pour le deuxième jour', `pour les ${period} jours suivants`),
  everyAfterTrial: (period, trial) => `${every(period)}, ${freeDays(trial)}`,
  afterTrialAsBelow: (trial) => `${freeDays(trial)}, puis comme ci-dessous`,
  afterTrialThen: (trial, amount, period) => `${freeDays(trial)}, puis ${amount} ${every(period)}`,
} satisfies Checkout['terms'];

const gets = {
  atOnce: 'Accès dès l’achat',
  forGood: 'À vous pour toujours : un seul paiement, pas de renouvellement',
  forGoodFree: 'À vous pour toujours, rien à payer',
  lasts: (count) => `Dure ${days(count)} : un seul paiement, pas de renouvellement`,
  lastsFree: (count) => `Dure ${days(count)}, rien à payer`,
  trial: (count) => plural(count, 'Le premier jour est gratuit', `Les ${count} premiers jours sont gratuits`),
  renewsFree: (period) => `Se renouvelle ${every(period)}, rien à payer`,
  renews: (amount, period) => `Se renouvelle ${every(period)} pour ${amount}`,
  thenRenews: (amount, period) => `Puis ${amount} ${every(period)}`,
  first: (times, period, amount) =>
    times === 1
      ? `${plural(period, 'Premier jour', `${period} premiers jours`)} : ${amount}`
      : `Les ${times} premières fois ${days(period)} : ${amount} à chaque fois`,
  next: (times, period, amount) =>
    times === 1
      ? `Puis ${days(period)} : ${amount}`
      : `Puis ${times} fois ${days(period)} : ${amount} à chaque fois`,
  afterThat: (amount, period) => `Ensuite : ${amount} ${every(period)}`,
} satisfies Checkout['gets'];

const form = {
  details: 'Vos coordonnées',
  filledIn: (email) =>
    html`Le lien que vous avez suivi a rempli ce champ. Ce que vous achetez appartient à la personne qui lit les e-mails de <strong>${email}</strong>. Si ce n’est pas vous, saisissez votre propre adresse.`,
  filledInForEntry: (email) =>
    html`Le lien que vous avez suivi a rempli ce champ. Ce que vous achetez appartient à la personne qui lit les e-mails de <strong>${email}</strong>. Si ce n’est pas vous, n’achetez pas ici.`,
  username: 'Nom d’utilisateur',
  chatId: 'Identifiant dans le chat de la communauté',
  chatHint:
    'L’identifiant de votre compte dans le chat de la communauté, un nombre. Ce compte reçoit ce que vous achetez.',
  chatFilledIn: (id) =>
    html`Le lien que vous avez suivi a rempli ce champ. Le compte <strong>${id}</strong> reçoit ce que vous achetez. Si ce n’est pas le vôtre, saisissez l’identifiant de votre propre compte ou laissez ce champ vide.`,
  update: 'Actualiser',
  havePromo: 'Vous avez un code promo ?',
  apply: 'Appliquer',
  applied: (code) => `${code} est appliqué.`,
  choose: 'Choisissez',
  price: 'Prix',
  due: 'À payer aujourd’hui',
  dueEach: 'À payer aujourd’hui, par unité',
  place: 'Une place vous est réservée. Ce lien sert une fois.',
  startTrial: 'Commencer l’essai gratuit',
  joinFree: 'Adhérer gratuitement',
  buy: 'Acheter',
  pay: (total) => `Payer ${total}`,
} satisfies Checkout['form'];

const methods = {
  legend: 'Moyen de paiement',
  card: {
    title: 'Carte',
    label: 'Numéro de carte',
    test: 'Cartes de test seulement, aucun argent ne circule :',
  },
  wallet: {
    title: 'Portefeuille',
    label: 'Compte du portefeuille',
    test: 'Comptes de test seulement, aucun argent ne circule :',
  },
  commerce_crypto: {
    title: 'Cryptomonnaie',
    label: 'Adresse du portefeuille',
    test: 'Adresses de test seulement, aucun argent ne circule :',
  },
  approved: (account, declined) =>
    html`<span class="number">${account}</span> est accepté, <span class="number">${declined}</span> refusé.`,
} satisfies Checkout['methods'];

const result = {
  title: 'Merci',
  heading: 'C’est fait. Merci !',
  connect: (plan) =>
    `${plan} est à vous. Il reste une étape : connectez ci-dessous votre compte de chat pour obtenir votre accès dans la communauté.`,
  done: (plan) =>
    `${plan} est à vous, et votre accès est en cours de préparation. Vous pouvez fermer cette page.`,
  manage: 'Gérer votre adhésion',
  onlyHere: (link, email) =>
    html`Pour l’instant, vous ne pouvez gérer cet achat que dans ce navigateur. <a href="${link}">Confirmez que ${email} est votre adresse</a> pour le voir avec tous vos achats, où que vous vous connectiez.`,
  status: 'État',
  communityChat: 'Chat de la communauté',
  trialEnds: 'Fin de l’essai',
  renewsOn: 'Renouvellement',
  ends: 'Fin',
} satisfies Checkout['result'];

const list = {
  waitlist: {
    title: 'Rejoindre la liste d’attente',
    text: 'Cette formule est vendue aux personnes de sa liste d’attente. Quand une place est pour vous, vous recevez un lien pour l’acheter.',
    button: 'Rejoindre la liste d’attente',
    hint: 'Rien n’est débité maintenant, et vous n’êtes pas obligé d’acheter plus tard.',
  },
  raffle: {
    title: 'Participer au tirage au sort',
    text: 'Les gagnants sont tirés au sort parmi tous les inscrits. Chaque gagnant reçoit un lien pour acheter.',
    button: 'Participer au tirage au sort',
    hint: 'Participer ne coûte rien. Une participation par personne.',
  },
  joined: {
    title: 'Vous êtes sur la liste',
    waitlist: 'Vous êtes sur la liste.',
    raffle: 'Vous participez au tirage au sort.',
    next: {
      waiting:
        'Quand une place sera pour vous, vous recevrez un lien pour l’acheter. Vous pouvez fermer cette page. Rien n’a été débité.',
      accepted:
        'Une place est pour vous. Pour l’acheter, utilisez le lien que vous recevez. Rien n’a été débité.',
      bought: 'Votre place a déjà été utilisée. Rien n’a été débité.',
      expired: 'Votre place était réservée pour un temps limité, qui est écoulé. Rien n’a été débité.',
      withdrawn: 'La boutique a retiré cette inscription de la liste. Rien n’a été débité.',
    },
    plan: 'Formule',
    entry: 'Inscription',
    once: 'Chaque adresse e-mail compte une fois et obtient une place.',
  },
} satisfies Checkout['list'];

export const checkout = {
  title: 'Paiement',
  whatYouGet: 'Ce que vous obtenez',
  insteadOf: 'au lieu de',
  terms,
  gets,
  left: (units) => plural(units, 'La dernière', `Plus que ${units}`),
  onePerPerson: 'Une par personne',
  form,
  methods,
  password: {
    title: 'Ce lien a un mot de passe',
    wrong: 'Ce mot de passe est faux. Vérifiez-le et réessayez.',
    ask: 'Demandez à la personne qui vous a envoyé le lien.',
    label: 'Mot de passe',
  },
  unchecked:
    'Trop de liens avec de mauvaises indications ont été ouverts récemment, celles de votre lien n’ont donc pas été vérifiées. Saisissez-les ici, ou ouvrez à nouveau le lien dans dix minutes.',
  closed: {
    notOnSale: 'Pas en vente',
    noMethod: 'Pas en vente ici',
    used: 'Déjà utilisée',
    withdrawn: 'Plus à vous',
    late: 'Trop tard',
    soldOut: 'Épuisée',
    notOpen: 'Pas encore en vente',
    over: 'Vente terminée',
    badLink: 'Lien non valable',
  },
  list,
  result,
  nothing: {
    title: 'Rien à acheter ici',
    advice: 'Vérifiez le lien, ou demandez-en un nouveau à la personne qui l’a envoyé.',
  },
  foreign: {
    title: 'Pas depuis notre page',
    advice: 'Si un lien vous a amené ici, ouvrez-le dans une nouvelle fenêtre.',
  },
  later: {
    title: 'Réessayez plus tard',
    advice:
      'Revenez ensuite en arrière et renvoyez le formulaire. Vous n’achetez qu’une fois, même si vous l’envoyez plusieurs fois.',
  },
  fault: {
    title: 'Un problème est survenu',
    text: (requestId) =>
      `C’est notre faute, pas la vôtre. Si cela se reproduit, donnez-nous cet identifiant de requête : ${requestId}.`,
    advice:
      'Revenez en arrière et renvoyez le formulaire. Vous n’achetez qu’une fois, même si vous l’envoyez plusieurs fois.',
  },
} satisfies Checkout;
