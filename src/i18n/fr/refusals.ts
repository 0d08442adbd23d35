import type { Words } from '../en/index.ts';
import type { Method } from '../en/refusals.ts';
import { pluralIn, textOf } from '../format.ts';
import { wait } from './pages/shared.ts';

const plural = pluralIn('fr');

const methods: Readonly<Record<Method, string>> = {
  card: 'les cartes',
  wallet: 'les portefeuilles',
  commerce_crypto: 'les cryptomonnaies',
};

const fields = {
  email: 'Adresse e-mail',
  username: 'Nom d’utilisateur',
  community_chat_id: 'Identifiant dans le chat de la communauté',
  quantity: 'Quantité',
  promo_code: 'Code promo',
  password: 'Mot de passe',
  card_number: 'Numéro de carte',
  wallet_account: 'Compte du portefeuille',
  wallet_address: 'Adresse du portefeuille',
  license_key: 'Clé de licence',
};

/** Names a field as the page does, or as the API does if no page has it. */
const called = (field: string): string => `« ${textOf(fields, field) ?? field} »`;

export const refusals = {
  forPrograms: () => 'Ce n’est pas possible ainsi. Rechargez la page et réessayez.',
  crossOrigin:
    'Un autre site a envoyé ceci, rien n’a donc été fait. Ouvrez vous-même notre page et réessayez-y.',
  formTooLarge: (kibibytes) =>
    `Ce formulaire dépasse ${kibibytes} Kio. Raccourcissez votre texte et renvoyez-le.`,
  tooManyFields: (most) =>
    `Un formulaire peut avoir au plus ${most} champs. N’envoyez que les champs de cette page.`,
  repeatedField:
    'Un formulaire ne peut contenir chaque champ qu’une fois. Retirez les doublons et renvoyez-le.',
  database: {
    full: 'Impossible d’écrire dans notre base de données en ce moment. Réessayez dans une minute.',
    late: 'Notre base de données met trop de temps à répondre en ce moment. Réessayez dans une minute.',
    unreachable: 'Notre base de données est injoignable en ce moment. Réessayez dans une minute.',
  },
  busy: 'Il y a beaucoup de monde ici en ce moment. Rien n’a été changé. Réessayez.',
  tooManyRequests: (most, window, by, seconds) =>
    `Trop de requêtes. La limite est de ${most} en ${window} s par ${by === 'key' ? 'clé' : 'adresse'}. Réessayez dans ${seconds} s.`,
  tooManyFailures: (seconds) => `Trop d’essais ont échoué. Réessayez ${wait(seconds)}.`,
  tooOften: (outcome, most, seconds) =>
    `${outcome} : c’est possible seulement ${most} fois en 24 heures. Réessayez ${wait(seconds)}.`,
  notSignedIn: {
    person: 'Vous n’avez pas été connecté avec cette adresse e-mail',
    chat: 'Vous n’avez pas été connecté avec ce compte de chat',
    purchase: 'Vous n’avez pas été connecté avec cet achat',
    license: 'Vous n’avez pas été connecté avec cette clé de licence',
  },
  notDone: {
    'undo cancellation': 'Votre résiliation n’a pas été annulée',
    'replace license key': 'Votre clé de licence n’a pas été remplacée',
    'top up for free': 'Votre adhésion n’a pas été prolongée',
  },
  noAccess: (application) => `${application} n’a pas obtenu l’accès`,
  tooManyGiveaways: (most, seconds) =>
    `Votre adresse réseau a fait ${most} achats gratuits (essais compris) ou inscriptions sur des listes en peu de temps, la vôtre n’a donc pas été acceptée. Réessayez ${wait(seconds)}.`,
  tooManyLinks: (minutes) =>
    `Trop de liens ont été demandés depuis votre réseau, aucun e-mail n’a donc été envoyé. Réessayez dans ${minutes} min.`,

  field: {
    required: (names) => `${names.map(called).join(', ')} ${plural(names.length, 'manque', 'manquent')}.`,
    oneOf: (name, values) => `${called(name)} doit valoir : ${values.join(', ')}.`,
    atLeast: (name, limit) => `${called(name)} doit valoir au moins ${limit}.`,
    atMost: (name, limit) => `${called(name)} doit valoir au plus ${limit}.`,
    empty: (name) => `${called(name)} ne doit pas être vide.`,
    type: (name) => `${called(name)} n’a pas la bonne forme.`,
    pattern: (name) => `${called(name)} n’a pas la bonne forme.`,
    other: (name) => `${called(name)} n’est pas possible ainsi.`,
  },

  sessionClosed: 'Votre lien n’est plus valable. Demandez-en un nouveau au vendeur.',
  noPlan: 'Il n’y a aucune formule à cette adresse.',
  noMembership: 'Cette adhésion n’existe pas.',
  notOnSale: 'Cette formule n’est plus en vente.',
  outlastsTime:
    'Cette formule durerait au-delà du 19 janvier 2038, la dernière date que cette boutique connaisse.',
  endsBeyondTime:
    'La fin serait après le 19 janvier 2038, la dernière date qu’un horodatage puisse contenir.',
  noMethod: 'Cette formule n’a aucun moyen de paiement, elle ne peut donc pas être achetée.',
  soldOut: 'Cette formule est épuisée.',
  soldOutNow: 'Cette formule est épuisée. Rien n’a été débité.',
  soldOutInQuantity: 'Cette formule n’est plus disponible en cette quantité. Rien n’a été débité.',
  opensOn: (day) => `Cette formule sera en vente le ${day}.`,
  closedOn: (day) => `Cette formule n’est plus en vente depuis le ${day}.`,
  claimUsed: 'Votre place a déjà été utilisée. Chaque place sert une fois.',
  claimWithdrawn: 'La boutique a repris votre place.',
  claimLate: 'Votre place était réservée pour un temps limité, qui est écoulé.',
  claimGone: 'Votre place a déjà été utilisée ou n’est plus réservée. Chaque place sert une fois.',
  claimUnknown: 'Ce lien n’est pas valable. Ouvrez à nouveau le lien que vous avez reçu.',
  claimOfAnother:
    'Cette place est réservée à la personne qui s’est inscrite. Utilisez l’adresse e-mail de votre inscription.',
  claimNeeded: {
    waitlist: 'Cette formule a une liste d’attente et ne peut pas être achetée directement.',
    raffle: 'Cette formule est vendue par tirage au sort et ne peut pas être achetée directement.',
  },
  raffleEntered:
    'Vous participez déjà à ce tirage au sort avec une autre adresse e-mail. Chaque personne peut participer une fois.',
  oneUnit: {
    perPerson: '« Quantité » doit valoir 1 : chaque personne ne peut acheter cette formule qu’une fois.',
    perOrder: '« Quantité » doit valoir 1 : cette formule ne s’achète pas à plusieurs unités à la fois.',
    perPlace: '« Quantité » doit valoir 1 : une place sur la liste vaut pour une unité.',
  },
  quantityTooHigh: (limit) => `« Quantité » est trop élevé : un débit doit être inférieur à ${limit}.`,
  passwordNeeded: 'Cette formule exige un mot de passe. Le vôtre manque ou est faux.',
  sessionTaken:
    'checkout_session a déjà servi pour un autre achat. Ouvrez à nouveau la page pour recommencer.',
  notAnAccount:
    '« Identifiant dans le chat de la communauté » doit être l’identifiant d’un compte du chat de la communauté, pas son nom : un nombre de 17 à 19 chiffres. Laissez-le vide si vous ne le connaissez pas.',
  namedTooOften: (times) =>
    `Cette formule a déjà été achetée ${times} fois pour ce compte de chat, et aucun acheteur n’a confirmé que c’est le sien. Laissez « Identifiant dans le chat de la communauté » vide, et connectez ou liez votre compte après l’achat. Rien n’a été débité.`,

  emailNotInvited:
    'Cette formule est réservée à certaines adresses e-mail, et la vôtre n’en fait pas partie.',
  boughtBefore: 'Chaque personne ne peut acheter cette formule qu’une fois, et vous l’avez déjà achetée.',
  membersOnly:
    'Cette formule est réservée aux membres d’un autre produit de cette boutique. Si vous en êtes membre, connectez-vous d’abord.',
  customerTooNew: (days) =>
    `Cette formule est réservée aux clients depuis au moins ${plural(days, 'un jour', `${days} jours`)}. Si c’est votre cas, connectez-vous d’abord.`,

  promo: {
    unknown: 'Nous ne connaissons pas ce code promo. Vérifiez son orthographe ou laissez-le de côté.',
    inactive: 'Ce code promo n’est plus accepté.',
    expired: 'Ce code promo a expiré.',
    usedUp: 'Ce code promo est épuisé. Rien n’a été débité.',
    otherPlan: 'Ce code promo ne vaut pas pour cette formule.',
    freePlan: 'Cette formule est gratuite, il n’y a donc rien à réduire. Laissez le code promo de côté.',
    newCustomers: 'Ce code promo est réservé aux nouveaux clients, et vous avez déjà acheté ici.',
    members: 'Ce code promo est réservé aux membres. Si vous en êtes, connectez-vous d’abord.',
  },

  questionsChanged: 'Les questions de cette formule ont changé. Relisez vos réponses.',
  answer: {
    text: (question) => `La réponse à « ${question} » doit être un texte.`,
    ticked: (question) => `« ${question} » doit être coché.`,
    needed: (question) => `« ${question} » demande une réponse.`,
    oneOf: (question, options) =>
      `La réponse à « ${question} » doit être l’une de celles-ci : ${options.join(', ')}.`,
    tick: (question, ticked) => `La réponse à « ${question} » doit être true ou « ${ticked} », ou manquer.`,
    unshowable: (question) =>
      `La réponse à « ${question} » contient des caractères qui ne peuvent pas être affichés. Saisissez-la à nouveau.`,
    tooLong: (question, most) =>
      `La réponse à « ${question} » doit faire au plus ${most} ${plural(most, 'caractère', 'caractères')}.`,
  },

  methodRefused: (method, accepted) =>
    `Cette formule n’accepte pas ${methods[method]} : payment_method doit valoir : ${accepted.join(', ')}.`,
  accountNeeded: (field, price) => `${called(field)} manque : cette formule coûte ${price}.`,
  declined: {
    card: 'La carte a été refusée. Rien n’a été débité.',
    wallet: 'Le paiement par portefeuille a été refusé. Rien n’a été débité.',
    commerce_crypto: 'Le paiement en cryptomonnaie a été refusé. Rien n’a été débité.',
    cardOnFile: 'La carte a été refusée.',
    noCard: 'Aucune carte n’est enregistrée.',
  },
  testCardsOnly: (card) =>
    `Cette boutique n’accepte que des cartes de test : utilisez ${card}. Rien n’a été débité.`,
  testAccountsOnly: (account) =>
    `Cette boutique n’accepte que des comptes de test : utilisez ${account}. Rien n’a été débité.`,
  noCards: 'Cette formule n’accepte pas les cartes. Laissez « Numéro de carte » vide.',
  ownCard:
    'Indiquez votre propre carte. Celle qui est enregistrée peut appartenir à une autre personne qui a acheté ceci.',
  othersPay:
    'Quelqu’un d’autre a peut-être payé ceci, et continue de payer. Achetez plutôt la formule vous-même.',

  noPeriod: () => 'Cette adhésion n’a pas de période avec laquelle elle pourrait prendre fin.',
  notRefillable: () => 'Cette adhésion ne peut pas être prolongée.',
  refillOver: 'Cette adhésion ne peut plus être prolongée ; le délai est passé.',
  endChanged: 'La fin de cette adhésion a changé entre-temps. Rien n’a été débité.',
  nothingOverdue: () => 'Aucun paiement de cette adhésion n’est en retard.',
  onlyToView:
    'Vous pouvez seulement consulter cette adhésion. Pour la modifier, connectez-vous comme son propriétaire.',

  signedOut: 'Vous avez été déconnecté. Revenez en arrière et recommencez.',
  signedOutOrForeign: 'Vous avez été déconnecté, ou ce formulaire ne vient pas de cette page.',
  otherBrowserOrSignedOut: 'Ce formulaire vient d’un autre navigateur, ou vous avez été déconnecté.',
  otherBrowserOrNoCookies: 'Ce formulaire vient d’un autre navigateur, ou ce navigateur bloque les cookies.',
  onlyBuyerConnects: 'Seul l’acheteur peut connecter un compte de chat. Connectez-vous d’abord.',
  notBoughtHere:
    'Ceci n’a pas été acheté dans ce navigateur, ou quelqu’un a confirmé depuis que c’est à lui.',
  noMailNoLink: '« Clé de licence » manque. Elle est nécessaire, car ce service n’envoie pas d’e-mails.',
  linkGone:
    'Ce lien a déjà servi, ou ses 15 minutes sont écoulées. Revenez en arrière et demandez-en un nouveau.',
  linkOfAnother:
    'Ce lien ne fonctionne que dans un navigateur où vous en avez demandé un. Copiez son adresse et ouvrez-la là-bas, ou demandez un lien ici, puis ouvrez celui-ci à nouveau. Si vous n’en avez pas demandé, fermez la page.',
  noApplication: 'Aucune application avec ce client_id n’est enregistrée ici.',
  applicationGone: 'L’application n’est plus enregistrée ici.',
  otherRedirect: 'redirect_uri ne correspond pas exactement à une adresse que l’application a enregistrée.',
} satisfies Words['refusals'];
