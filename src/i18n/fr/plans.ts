import type { Words } from '../en/index.ts';
import { counter, moneyIn, pluralIn, spell } from '../format.ts';
import { block, code, joined, md, mentionOf } from '../markdown.ts';

const count = counter('fr');
const plural = pluralIn('fr');
const money = moneyIn('fr');

export const plans = {
  description: 'Montre et crée des formules et des liens rapides',
  list: 'Montre les formules avec prix, stock, membres et les rôles qu’elles donnent',
  create: 'Crée une formule : demande le nom et le prix dans un formulaire',
  quickLink: 'Copie une formule avec son propre lien, montré à vous seul',
  product: 'Seulement les formules de ce produit',
  visibility: 'Seulement les formules avec cette visibilité',
  visibilities: {
    visible: 'Visible',
    hidden: 'Cachée',
    archived: 'Archivée',
    quick_link: 'Lien rapide',
  },
  per: 'Combien par page ; à partir de 11, une ligne chacune',
  titles: {
    list: 'Formules',
    created: 'Formule créée',
    quickLink: 'Lien rapide',
    form: 'Une nouvelle formule',
    wrong: 'La formule n’a pas été créée',
    badLink: 'Le lien rapide n’a pas été créé',
  },
  none: md`Aucune formule ne correspond. Créez-en une avec ${'/plans create'}.`,
  unnamed: 'Formule sans nom',
  title: (name, id) => md`**${name}** ${code(id)}`,
  once: (price) => `${price} une fois`,
  free: 'gratuite',
  every: (price, days) =>
    days === null
      ? `${price} régulièrement`
      : `${price} ${plural(days, 'chaque jour', `tous les ${days} jours`)}`,
  firstly: (price) => `${price} au début`,
  money,
  left: (units) => (units === 0 ? 'épuisée' : `encore ${units}`),
  members: (members) => count(members, 'membre', 'membres'),
  roles: (roles) => count(roles, 'rôle', 'rôles'),
  spell,
  gives: (roleIds) =>
    roleIds.length === 0 ? md`ne donne aucun rôle` : md`donne ${joined(roleIds.map(mentionOf.role), ', ')}`,
  fields: {
    name: 'Nom interne',
    nameHint: 'Les acheteurs ne le voient pas.',
    initialPrice: 'Prix maintenant',
    initialPriceHint: 'Par exemple 9,50. 0 ou vide : gratuit, ou rien au début.',
    renewalPrice: 'Prix de chaque renouvellement',
    renewalPriceHint: 'Vide : le paiement est unique.',
    billingPeriod: 'Jours entre les renouvellements',
    billingPeriodHint: 'Par exemple 30 ou 365. Vide : la valeur du service.',
    text: 'Texte pour les acheteurs',
  },
  options: {
    product: 'Le produit dont elle fait partie',
    currency: 'La devise de ses prix',
    visibility: 'Qui la voit',
    release: 'Comment elle est vendue',
    releases: { buy_now: 'Achat immédiat', waitlist: 'Liste d’attente', raffle: 'Tirage au sort' },
    releaseSettings: 'Paramètres de cette vente, en JSON ou nom=valeur, nom=valeur',
    stock: 'Combien sont à vendre ; sans précision, sans limite',
    trialDays: 'Jours gratuits au début',
    expirationDays: 'Jours après lesquels un achat unique prend fin',
    graceDays: 'Jours d’attente pour un paiement en retard',
    splitPayments: 'Nombre de paiements après lesquels elle est réglée',
    multiple: 'Si l’on peut en acheter plusieurs à la fois',
    onePerUser: 'Si chaque acheteur ne peut en acheter qu’une',
    refillable: 'Si elle peut être prolongée quand elle expire',
    card: 'Si les cartes sont acceptées',
    wallet: 'Si les portefeuilles sont acceptés',
    crypto: 'Si les cryptomonnaies sont acceptées',
    shortLink: 'Fin de son lien : 3 à 64 lettres, chiffres, - ou _',
    requirements: 'Conditions pour les acheteurs, en JSON ou nom=valeur, nom=valeur',
    metadata: 'Notes pour les programmes, en JSON ou nom=valeur, nom=valeur',
  },
  link: {
    plan: 'La formule à copier',
    stock: 'Combien sont à vendre par ce lien ; sans précision, 1',
    password: 'Un mot de passe exigé des acheteurs ; le lien le contient',
    trialDays: 'Jours gratuits au début',
    note: 'Nom interne ; les acheteurs ne le voient pas',
    description: 'Texte pour les acheteurs',
  },
  wrongCurrency: (typed) =>
    md`« ${typed} » n’est pas une devise prise en charge. Choisissez-en une dans la liste.`,
  wrongPrice: (typed) => md`« ${typed} » n’est pas un prix. Saisissez un nombre comme 9,50.`,
  wrongDays: (typed) =>
    md`« ${typed} » n’est pas un nombre de jours. Saisissez un nombre entier de 1 à 36500.`,
  wrongObject: (option) =>
    md`${code(option)} est illisible. Saisissez ${code('nom=valeur, nom=valeur')} ou un objet JSON.`,
  correct: 'Modifier',
  buyAt: md`Les acheteurs l’obtiennent ici :`,
  address: (url) => block(url),
  opens: 'Ouvrir',
  onlyYou: 'Vous seul voyez ce lien. Quiconque l’a peut acheter.',
} satisfies Words['plans'];
