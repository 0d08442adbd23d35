import type { Words } from '../en/index.ts';
import type { Status } from '../en/memberships.ts';
import { spell, textOf, utc } from '../format.ts';

const statuses: Readonly<Record<Status, string>> = {
  active: 'active',
  trialing: 'à l’essai',
  past_due: 'en retard de paiement',
  completed: 'payée pour de bon',
  canceled: 'terminée',
  expired: 'expirée',
  drafted: 'un brouillon',
  unresolved: 'non résolue',
};
const state = (status: string): string => textOf(statuses, status) ?? spell(status);

export const reasons = {
  membershipValid: (id, status, isLinked) =>
    `L’adhésion ${id} est ${state(status)}${isLinked ? ' et liée à ce compte' : ''}.`,
  inGrace: (id, status, until) =>
    `L’adhésion ${id} est ${state(status)} ; le rôle reste jusqu’au ${utc(until)}.`,
  paymentLate: (id) => `Un paiement de l’adhésion ${id} est en retard.`,
  paymentNotLate: (id) => `Aucun paiement de l’adhésion ${id} n’est en retard.`,
  membershipEnded: (id, status) => `L’adhésion ${id} est ${state(status)}.`,
  accountNotProven: (id) =>
    `Rien ne prouve que ce compte appartient à l’acheteur de ${id}. L’acheteur peut le prouver avec /link.`,
  buyerNotVerified: (id) =>
    `Quelqu’un a acheté ${id} avec l’adresse e-mail du membre. Rien ne prouve que c’était lui.`,
  linkedElsewhere: (id) =>
    `L’adhésion ${id} compte pour un autre compte de chat, auquel son propriétaire l’a liée.`,
  connectedElsewhere: (id) =>
    `L’adhésion ${id} compte pour un autre compte de chat, que son propriétaire a connecté plus tard.`,
  onItsWay: (id) =>
    `L’adhésion ${id} vient d’être liée à ce compte. Le compte précédent perd d’abord ses rôles.`,
  membershipGone: 'L’adhésion qui donnait ce rôle ne le donne plus à ce compte.',
  noMembership: 'Aucune adhésion ne donne ce rôle.',
  keptAtTheEnd: 'Les membres gardent ce rôle quand l’adhésion prend fin.',
  givenByHand: 'Aucune adhésion ne donne ce rôle ; il a été donné à la main et reste.',
  notGivenByUs: 'Aucune adhésion ne donne ce rôle, et il est prévu de le retirer aux membres sans adhésion.',
  awaitsScreening: 'Le membre n’a pas encore accepté les règles d’entrée du serveur.',
  removedAtTheEnd: 'La dernière adhésion a pris fin, et son association expulse alors les membres.',
  bot: 'Les bots sont laissés tranquilles.',
} satisfies Words['reasons'];
