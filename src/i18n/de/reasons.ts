import type { Words } from '../en/index.ts';
import type { Status } from '../en/memberships.ts';
import { spell, textOf, utc } from '../format.ts';

const statuses: Readonly<Record<Status, string>> = {
  active: 'aktiv',
  trialing: 'in der Probezeit',
  past_due: 'mit der Zahlung im Rückstand',
  completed: 'dauerhaft bezahlt',
  canceled: 'beendet',
  expired: 'abgelaufen',
  drafted: 'ein Entwurf',
  unresolved: 'ungeklärt',
};
const state = (status: string): string => textOf(statuses, status) ?? spell(status);

export const reasons = {
  membershipValid: (id, status, isLinked) =>
    `Mitgliedschaft ${id} ist ${state(status)}${isLinked ? ' und mit diesem Konto verknüpft' : ''}.`,
  inGrace: (id, status, until) =>
    `Mitgliedschaft ${id} ist ${state(status)}; die Rolle bleibt bis ${utc(until)}.`,
  paymentLate: (id) => `Eine Zahlung für Mitgliedschaft ${id} ist überfällig.`,
  paymentNotLate: (id) => `Für Mitgliedschaft ${id} ist keine Zahlung überfällig.`,
  membershipEnded: (id, status) => `Mitgliedschaft ${id} ist ${state(status)}.`,
  accountNotProven: (id) =>
    `Es ist nicht bewiesen, dass dieses Konto dem Käufer von ${id} gehört. Der Käufer kann es mit /link beweisen.`,
  buyerNotVerified: (id) =>
    `Jemand hat ${id} mit der E-Mail-Adresse des Mitglieds gekauft. Es ist nicht bewiesen, dass es das Mitglied selbst war.`,
  linkedElsewhere: (id) =>
    `Mitgliedschaft ${id} zählt für ein anderes Chat-Konto, weil sie mit diesem verknüpft wurde.`,
  connectedElsewhere: (id) =>
    `Mitgliedschaft ${id} zählt für ein anderes Chat-Konto, weil dieses später verbunden wurde.`,
  onItsWay: (id) =>
    `Mitgliedschaft ${id} wurde eben mit diesem Konto verknüpft; erst verliert das vorige Konto seine Rollen.`,
  membershipGone: 'Die Mitgliedschaft, die diese Rolle gab, gibt sie diesem Konto nicht mehr.',
  noMembership: 'Keine Mitgliedschaft gibt diese Rolle.',
  keptAtTheEnd: 'Diese Rolle behalten Mitglieder, wenn die Mitgliedschaft endet.',
  givenByHand: 'Keine Mitgliedschaft gibt diese Rolle; sie wurde von Hand vergeben und bleibt.',
  notGivenByUs: 'Keine Mitgliedschaft gibt diese Rolle, und Mitglieder ohne eine sollen sie verlieren.',
  awaitsScreening: 'Das Mitglied hat die Aufnahme in den Server noch nicht abgeschlossen.',
  removedAtTheEnd: 'Die letzte Mitgliedschaft ist zu Ende, und ihre Zuordnung entfernt dann vom Server.',
  bot: 'Bots werden in Ruhe gelassen.',
} satisfies Words['reasons'];
