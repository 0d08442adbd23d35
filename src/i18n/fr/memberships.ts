import type { Words } from '../en/index.ts';
import type { Action, Outcome, Payment, Status } from '../en/memberships.ts';
import { counter, eventText, pluralIn, spell, textOf } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';
import { events } from './events.ts';

const count = counter('fr');
const plural = pluralIn('fr');
const { member, role } = mentionOf;

const statuses: Readonly<Record<Status, string>> = {
  active: 'active',
  trialing: 'à l’essai',
  past_due: 'paiement en retard',
  completed: 'payée pour de bon',
  canceled: 'terminée',
  expired: 'expirée',
  drafted: 'brouillon',
  unresolved: 'non résolue',
};
const payments: Readonly<Record<Payment, string>> = {
  free: 'Gratuite',
  psp: 'Paiement par carte',
  commerce_crypto: 'Paiement en cryptomonnaie',
  crypto: 'Paiement en cryptomonnaie',
  wallet: 'Paiement par portefeuille',
  app_store: 'Paiement par une boutique d’applications',
};
const actions: Readonly<Record<Action, string>> = {
  'membership terminated': 'y a mis fin',
  'cancellation set': 'l’a résiliée à la fin de sa période',
  'cancellation undone': 'a annulé sa résiliation',
  'free days added': 'a ajouté des jours gratuits',
};
const outcomes: Readonly<Record<Outcome, string>> = {
  ordered: ' (résultat inconnu)',
  failed: ' (refusé par le service)',
  unknown: ' (résultat inconnu)',
};

export const memberships = {
  description: 'Montre et modifie les adhésions',
  show: 'Montre une adhésion : état, dates, rôles et historique',
  terminate: 'Met fin à une adhésion tout de suite : montre les effets, puis demande confirmation',
  cancel: 'Met fin à une adhésion avec sa période ; cela peut être annulé',
  addDays: 'Ajoute des jours gratuits à une adhésion',
  member: 'Le membre qui l’a',
  which: 'Ou son identifiant, sa clé de licence ou l’adresse e-mail de l’acheteur',
  days: 'Combien de jours',
  titles: {
    one: 'Adhésion',
    which: 'Quelle adhésion ?',
    none: 'Aucune adhésion trouvée',
    history: 'Auparavant',
    terminate: 'Mettre fin à cette adhésion maintenant ?',
    terminated: 'L’adhésion a pris fin',
    over: 'Cette adhésion a déjà pris fin',
    reason: 'Mettre fin à l’adhésion',
    canceled: 'Elle prendra fin avec sa période',
    goesOn: 'Elle continue',
    daysAdded: 'Jours gratuits ajoutés',
  },
  none: 'Cette adhésion n’existe plus.',
  noneFound: md`Ni le Commerce Service ni Rolekeeper n’a d’adhésion qui corresponde.`,
  unknownPlan: 'Adhésion',
  unknownStatus: 'état inconnu',
  fromEvents: (at) =>
    md`Ce Commerce Service ne peut pas consulter les adhésions. Voici ce que Rolekeeper a reçu le ${moment(at)}. L’adresse de l’acheteur, la clé de licence, le paiement et si elle prend fin avec sa période ne sont pas connus.`,
  nothingKnown: md`Ce Commerce Service ne peut pas consulter les adhésions, et Rolekeeper n’a rien reçu sur celle-ci. Son propriétaire, son état et ses rôles ne sont pas connus. Vous pouvez quand même y mettre fin avec son identifiant.`,
  oneOfThem: md`Indiquez exactement l’un de ceux-ci : un membre, un identifiant, une clé de licence ou une adresse e-mail.`,
  choose: 'Choisissez-en une',
  head: (name, id, status) => md`**${name}** ${code(id)} : ${status}`,
  status: (status) => textOf(statuses, status) ?? spell(status),
  facts: {
    givesAccess: md`Elle donne accès.`,
    givesNone: md`Elle ne donne pas accès.`,
    buyer: (email, name) => (name ? md`Acheteur : ${name}, ${email}` : md`Acheteur : ${email}`),
    key: (key) => md`Clé de licence : ${code(key)}`,
    since: (at) => md`Depuis le ${moment(at)}`,
    period: (at) => md`Payée jusqu’au ${moment(at)}`,
    endsWith: (at) => md`Prend fin avec sa période, le ${moment(at)}`,
    expires: (at) => md`Expire le ${moment(at)}`,
    processor: (name) => md`${textOf(payments, name) ?? `Paiement par ${spell(name)}`}`,
    promo: (text) => md`Code promo : ${code(text)}`,
    quantity: (units) => md`Quantité : ${units}`,
    named: (userId) => md`Nomme ${member(userId)} ; rien ne prouve que ce compte est celui de l’acheteur`,
    connected: (userId) => md`Connectée à ${member(userId)} lors de l’achat`,
    linked: (userId, at) => md`Liée à ${member(userId)} depuis le ${moment(at)}`,
    noAccount: md`Aucun compte de chat n’y est rattaché.`,
  },
  gives: (roleId, has) =>
    has ? md`Donne ${role(roleId)}` : md`Donne ${role(roleId)}, que le membre n’a pas encore`,
  givesNone: md`Elle ne donne aucun rôle ici.`,
  historyTitle: md`**Historique**`,
  noHistory: md`Rolekeeper n’a rien enregistré à son sujet.`,
  earlier: 'Auparavant',
  history: {
    role(at, change, userId, roleId, actor) {
      const by = actor ? md`, sur ordre de ${member(actor)}` : md``;
      if (roleId === null) return md`${moment(at)} : ${member(userId)} a été expulsé du serveur${by}`;
      const what = change === 'grant' ? 'a reçu' : 'a perdu';
      return md`${moment(at)} : ${member(userId)} ${what} ${role(roleId)}${by}`;
    },
    action: (at, action, actor, outcome) =>
      md`${moment(at)} : ${member(actor)} ${textOf(actions, action) ?? action}${textOf(outcomes, outcome) ?? ''}`,
    event: (at, name) => md`${moment(at)} : ${eventText(events, name)}`,
  },
  manage: 'Page de l’acheteur',
  undo: 'Annuler la résiliation',
  cancelIt: 'Fin avec la période',
  terminateIt: 'Y mettre fin maintenant',
  forGood: md`Elle prend fin tout de suite et pour de bon. Pour qu’elle prenne fin avec sa période, utilisez ${'/memberships cancel'}.`,
  nobodys: md`Aucun compte de chat n’y est rattaché, aucun rôle ne change donc.`,
  absent: (userId) => md`${member(userId)} n’est pas sur ce serveur, aucun rôle ne change donc.`,
  noEffect: (userId) => md`Elle ne donne ici aucun rôle à ${member(userId)}.`,
  goes: (userId, roleId) => md`➖ ${member(userId)} perd ${role(roleId)}`,
  stays: (userId, roleId) => md`➡️ ${member(userId)} garde ${role(roleId)}`,
  removed: (userId) => md`🚪 ${member(userId)} est expulsé du serveur`,
  reason: 'Pourquoi ?',
  reasonHint: 'Enregistré avec votre nom et l’heure.',
  because: (reason) => md`Motif : ${reason}`,
  going: (roleId) => md`${role(roleId)} est en train d’être retiré.`,
  gone: (roleId) => md`${role(roleId)} a été retiré.`,
  leaving: (userId) => md`🚪 ${member(userId)} est en train d’être expulsé du serveur.`,
  left: (userId) => md`🚪 ${member(userId)} a été expulsé du serveur.`,
  willEnd: (at) =>
    at
      ? md`Elle donne accès jusqu’au ${moment(at)} et ne sera plus débitée.`
      : md`Elle ne sera plus débitée.`,
  goesOn: (at) =>
    at ? md`Elle continue, et le prochain débit est le ${moment(at, 'date')}.` : md`Elle continue.`,
  daysAdded: (days, until) => {
    const added = `${count(days, 'jour gratuit', 'jours gratuits')} ${plural(days, 'ajouté', 'ajoutés')}`;
    return until ? md`${added}. Elle dure maintenant jusqu’au ${moment(until)}.` : md`${added}.`;
  },
} satisfies Words['memberships'];
