import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

type Customer = Words['pages']['customer'];

const plural = pluralIn('fr');

const days = (count: number): string => plural(count, 'un jour', `${count} jours`);
const cardOf = (last4: string | undefined): string =>
  last4 === undefined ? '' : `, carte se terminant par ${last4}`;

const standing = {
  trialEnds: (end) => `Votre essai gratuit prend fin le ${end}, et rien n’est débité.`,
  trialThen: (end, amount) =>
    `Votre essai gratuit dure jusqu’au ${end}. Ensuite, ${amount === undefined ? 'elle continue gratuitement' : `${amount} seront débités`}.`,
  ends: (end) => `Elle prend fin le ${end}, et rien de plus n’est débité.`,
  renews: (end, amount) =>
    `Elle se renouvelle le ${end} ; ${amount === undefined ? 'rien n’est débité' : `${amount} seront alors débités`}.`,
  overdue: (amount, end) => `Le paiement de ${amount} dû le ${end} n’est pas passé.`,
  failed: (amount, end) => `Toutes les tentatives de débiter ${amount}, dus le ${end}, ont échoué.`,
  stillAccess: 'Vous avez encore accès.',
  noAccess: 'Vous n’avez plus accès tant que vous n’avez pas payé.',
  unpaidEnds: (day) => `Si elle reste impayée, elle prendra fin le ${day}.`,
  triedAgain: (day) => `Nous réessaierons le ${day}.`,
  lasts: (end) => `Elle dure jusqu’au ${end}.`,
  forGood: 'Elle est payée, et à vous pour toujours.',
  ended: (day) => `Elle a pris fin le ${day}.`,
  refillUntil: (day) => `Elle peut être prolongée jusqu’au ${day}.`,
  over: (day) => `Elle a pris fin${day === undefined ? '' : ` le ${day}`}, et rien de plus n’est débité.`,
} satisfies Customer['standing'];

const access = {
  unclaimed:
    'Ceci a été acheté avec votre adresse e-mail, mais dans un navigateur où vous ne vous êtes jamais connecté. Si c’était vous, connectez-vous-y une fois, pour pouvoir utiliser ici aussi la carte qui a payé.',
  purchase: (email) =>
    `Vous avez acheté ceci dans ce navigateur. Vous ne pouvez le modifier qu’ici, jusqu’à ce que vous confirmiez que ${email} est votre adresse.`,
  chatOwns:
    'Ceci a été acheté dans ce navigateur, puis connecté à un compte de chat. C’est désormais au propriétaire de ce compte, vous pouvez donc seulement le consulter ici. Si ce compte est le vôtre, connectez-vous avec lui.',
  emailOwns:
    'Ceci a été acheté dans ce navigateur, et quelqu’un a confirmé depuis que l’adresse e-mail est la sienne. C’est désormais à cette personne, vous pouvez donc seulement le consulter ici. Si l’adresse est la vôtre, connectez-vous.',
  emailOwnsYouPay:
    'Ceci a été acheté dans ce navigateur, et quelqu’un a confirmé depuis que l’adresse e-mail est la sienne. C’est désormais à cette personne, vous pouvez donc seulement le consulter ici, et le résilier pour que votre carte ne soit plus débitée. Si l’adresse est la vôtre, connectez-vous.',
  license: 'Vous consultez ceci avec sa clé de licence, qui ne permet pas de modifications.',
} satisfies Customer['access'];

const done = {
  cancel: 'Résiliée.',
  resume: 'La résiliation a été annulée.',
  refill: 'Prolongée. Merci !',
  pay: 'Payée. Merci !',
  'replace-key': 'La clé de licence a été remplacée. La nouvelle clé est ci-dessous.',
  connect: (name) => `Connecté : ${name} est votre compte de chat ici.`,
} satisfies Customer['done'];

const actions = {
  label: 'Modifier',
  pay: { title: 'Payer le montant en retard', button: (amount) => `Payer ${amount}` },
  refill: {
    title: 'Prolonger',
    adds: (count) => `Ajoute ${plural(count, 'un jour', `${count} jours`)}.`,
    addsFromToday: (count) => `Ajoute ${plural(count, 'un jour', `${count} jours`)}, à partir d’aujourd’hui.`,
    button: (amount) => `Prolonger pour ${amount}`,
    free: 'Prolonger gratuitement',
  },
  resume: {
    title: 'Vous avez changé d’avis ?',
    text: 'Votre adhésion continue comme si elle n’avait jamais été résiliée.',
    button: 'Garder l’adhésion',
  },
  cancel: {
    title: 'Résilier l’adhésion',
    foreign:
      'Votre carte ne sera plus débitée. Le propriétaire garde l’adhésion jusqu’à la fin de la période payée. Vous ne pouvez pas revenir là-dessus.',
    overdue:
      'Votre adhésion prend fin au moment où le prochain paiement serait tenté. Jusque-là, vous pouvez changer d’avis.',
    until: (day) =>
      `Vous gardez votre adhésion jusqu’au ${day}, et rien de plus n’est débité. Jusque-là, vous pouvez changer d’avis.`,
    button: 'Oui, résilier',
  },
  replaceKey: {
    title: 'Remplacer la clé de licence',
    text: 'Votre clé actuelle cesse aussitôt de fonctionner, où qu’elle soit utilisée.',
    claims: 'L’adhésion devient aussi la vôtre : la carte qui l’a payée est retirée.',
    button: 'Oui, remplacer',
  },
  card: {
    number: 'Numéro de carte',
    another: 'Une autre carte',
    onFile: (card) => `Si vous laissez ce champ vide, voici ce qui est débité : ${card}.`,
  },
} satisfies Customer['actions'];

const paidWith = {
  wallet: () => 'le portefeuille',
  commerce_crypto: () => 'le portefeuille de cryptomonnaie',
  card: (last4) => `la carte se terminant par ${last4}`,
} satisfies Customer['paidWith'];

const payments = {
  title: 'Paiements',
  none: 'Rien n’a été débité jusqu’ici.',
  latest: (most) => `Seuls les ${most} derniers paiements sont affichés.`,
  noCard: 'Impayé : pas de carte',
  declined: (last4) => `Refusé${cardOf(last4)}`,
  paid: (last4) => `Payé${cardOf(last4)}`,
  refunded: (amount) => `Payé, dont ${amount} remboursés`,
} satisfies Customer['payments'];

export const customer = {
  title: 'Vos adhésions',
  one: 'Votre adhésion',
  signedInAs: 'Connecté en tant que',
  withLicense: 'Consultation avec une clé de licence',
  signOut: 'Se déconnecter',
  nothing: {
    email: 'Rien n’a été acheté avec cette adresse e-mail.',
    chat: 'Rien n’a été connecté à ce compte de chat.',
  },
  bought: (plan, day) => `${plan} · achetée le ${day}`,
  previous: 'Page précédente',
  next: 'Page suivante',
  notFound: {
    title: 'Introuvable',
    heading: 'Cette adhésion n’existe pas',
    notYours: 'Ou ce n’est pas la vôtre : vous êtes connecté en tant que',
    other:
      'Si elle appartient à un autre de vos comptes ou à une autre de vos adresses e-mail, connectez-vous avec.',
  },
  plan: {
    free: 'Gratuit',
    every: (price, period) => `${price} ${plural(period, 'chaque jour', `tous les ${period} jours`)}`,
    lasting: (price, count) => `${price} pour ${days(count)}`,
    once: (price) => `${price}, une fois`,
  },
  facts: {
    plan: 'Formule',
    ends: 'Fin',
    ended: 'A pris fin le',
    nextCharge: 'Prochain débit',
    charge: (amount, day) => `${amount} le ${day}`,
    overdue: 'En retard',
    paidWith: 'Payée avec',
    noChat: 'Aucun',
    unconfirmed: (name) => `${name} (non confirmé)`,
    bought: 'Achetée le',
  },
  standing,
  access,
  done,
  actions,
  paidWith,
  payments,
} satisfies Customer;
