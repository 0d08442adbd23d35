import type { Words } from '../en/index.ts';
import type { Action, Outcome, Payment, Status } from '../en/memberships.ts';
import { counter, eventText, spell, textOf } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';
import { events } from './events.ts';

const count = counter('de');
const { member, role } = mentionOf;

const statuses: Readonly<Record<Status, string>> = {
  active: 'aktiv',
  trialing: 'in der Probezeit',
  past_due: 'Zahlung überfällig',
  completed: 'dauerhaft bezahlt',
  canceled: 'beendet',
  expired: 'abgelaufen',
  drafted: 'ein Entwurf',
  unresolved: 'ungeklärt',
};
const payments: Readonly<Record<Payment, string>> = {
  free: 'Kostenlos',
  psp: 'Zahlung mit Karte',
  commerce_crypto: 'Zahlung in Kryptowährung',
  crypto: 'Zahlung in Kryptowährung',
  wallet: 'Zahlung aus einem Guthaben',
  app_store: 'Zahlung über einen App-Store',
};
const actions: Readonly<Record<Action, string>> = {
  'membership terminated': 'hat sie beendet',
  'cancellation set': 'hat sie zum Ende des Zeitraums gekündigt',
  'cancellation undone': 'hat die Kündigung zurückgenommen',
  'free days added': 'hat freie Tage gegeben',
};
const outcomes: Readonly<Record<Outcome, string>> = {
  ordered: ' (Ergebnis unbekannt)',
  failed: ' (vom Service abgelehnt)',
  unknown: ' (Ergebnis unbekannt)',
};

export const memberships = {
  description: 'Zeigt und ändert Mitgliedschaften',
  show: 'Zeigt eine Mitgliedschaft: Stand, Daten, Rollen und Verlauf',
  terminate: 'Beendet eine Mitgliedschaft sofort: zeigt erst die Folgen und fragt dann',
  cancel: 'Beendet eine Mitgliedschaft mit ihrem Zeitraum; das lässt sich zurücknehmen',
  addDays: 'Gibt einer Mitgliedschaft freie Tage',
  member: 'Das Mitglied, das sie hat',
  which: 'Oder ihre ID, ihr Lizenzschlüssel oder die E-Mail-Adresse des Käufers',
  days: 'Wie viele Tage',
  titles: {
    one: 'Mitgliedschaft',
    which: 'Welche Mitgliedschaft?',
    none: 'Keine Mitgliedschaft gefunden',
    history: 'Früher',
    terminate: 'Diese Mitgliedschaft sofort beenden?',
    terminated: 'Mitgliedschaft beendet',
    over: 'Diese Mitgliedschaft ist schon beendet',
    reason: 'Mitgliedschaft beenden',
    canceled: 'Sie endet mit ihrem Zeitraum',
    goesOn: 'Sie läuft weiter',
    daysAdded: 'Freie Tage gegeben',
  },
  none: 'Diese Mitgliedschaft gibt es nicht mehr.',
  unknownPlan: 'Mitgliedschaft',
  unknownStatus: 'Stand unbekannt',
  fromEvents: (at) =>
    md`Dieser Commerce Service kann Mitgliedschaften nicht nachschlagen. Das hat Rolekeeper am ${moment(at)} erfahren. Die Adresse des Käufers, der Lizenzschlüssel, die Zahlung und ob sie mit ihrem Zeitraum endet, sind nicht bekannt.`,
  nothingKnown: md`Dieser Commerce Service kann Mitgliedschaften nicht nachschlagen, und Rolekeeper hat von dieser nichts erfahren. Besitzer, Stand und Rollen sind nicht bekannt. Mit ihrer ID kannst du sie trotzdem beenden.`,
  noneFound: md`Weder der Commerce Service noch Rolekeeper hat eine Mitgliedschaft, die dazu passt.`,
  oneOfThem: md`Gib genau eins davon an: ein Mitglied, eine ID, einen Lizenzschlüssel oder eine E-Mail-Adresse.`,
  choose: 'Wähle eine',
  head: (name, id, status) => md`**${name}** ${code(id)}: ${status}`,
  status: (status) => textOf(statuses, status) ?? spell(status),
  facts: {
    givesAccess: md`Sie gibt Zugang.`,
    givesNone: md`Sie gibt keinen Zugang.`,
    buyer: (email, name) => (name ? md`Käufer: ${name}, ${email}` : md`Käufer: ${email}`),
    key: (key) => md`Lizenzschlüssel: ${code(key)}`,
    since: (at) => md`Seit ${moment(at)}`,
    period: (at) => md`Bezahlt bis ${moment(at)}`,
    endsWith: (at) => md`Endet mit ihrem Zeitraum, ${moment(at)}`,
    expires: (at) => md`Läuft ab ${moment(at)}`,
    processor: (name) => md`${textOf(payments, name) ?? `Zahlung über ${spell(name)}`}`,
    promo: (text) => md`Promo-Code: ${code(text)}`,
    quantity: (units) => md`Anzahl: ${units}`,
    named: (userId) => md`Nennt ${member(userId)}; dass dieses Konto dem Käufer gehört, ist nicht bewiesen`,
    connected: (userId) => md`Beim Kauf verbunden mit ${member(userId)}`,
    linked: (userId, at) => md`Verknüpft mit ${member(userId)} seit ${moment(at)}`,
    noAccount: md`Kein Chat-Konto gehört dazu.`,
  },
  gives: (roleId, has) =>
    has ? md`Gibt ${role(roleId)}` : md`Gibt ${role(roleId)}; das Mitglied hat sie noch nicht`,
  givesNone: md`Sie gibt hier keine Rolle.`,
  historyTitle: md`**Verlauf**`,
  noHistory: md`Rolekeeper hat dazu nichts aufgezeichnet.`,
  earlier: 'Früher',
  history: {
    role(at, change, userId, roleId, actor) {
      const by = actor ? md`, im Auftrag von ${member(actor)}` : md``;
      if (roleId === null) return md`${moment(at)}: ${member(userId)} wurde vom Server entfernt${by}`;
      const what = change === 'grant' ? 'bekam' : 'verlor';
      return md`${moment(at)}: ${member(userId)} ${what} ${role(roleId)}${by}`;
    },
    action: (at, action, actor, outcome) =>
      md`${moment(at)}: ${member(actor)} ${textOf(actions, action) ?? action}${textOf(outcomes, outcome) ?? ''}`,
    event: (at, name) => md`${moment(at)}: ${eventText(events, name)}`,
  },
  manage: 'Seite des Käufers',
  undo: 'Kündigung zurücknehmen',
  cancelIt: 'Mit dem Zeitraum enden',
  terminateIt: 'Jetzt beenden',
  forGood: md`Sie endet sofort und endgültig. Soll sie mit ihrem Zeitraum enden, nimm ${'/memberships cancel'}.`,
  nobodys: md`Kein Chat-Konto gehört dazu, also ändert sich keine Rolle.`,
  absent: (userId) => md`${member(userId)} ist nicht auf diesem Server, also ändert sich keine Rolle.`,
  noEffect: (userId) => md`Sie gibt ${member(userId)} hier keine Rolle.`,
  goes: (userId, roleId) => md`➖ ${member(userId)} verliert ${role(roleId)}`,
  stays: (userId, roleId) => md`➡️ ${member(userId)} behält ${role(roleId)}`,
  removed: (userId) => md`🚪 ${member(userId)} wird vom Server entfernt`,
  reason: 'Warum?',
  reasonHint: 'Wird mit deinem Namen und der Zeit gespeichert.',
  because: (reason) => md`Grund: ${reason}`,
  going: (roleId) => md`${role(roleId)} wird gerade entfernt.`,
  gone: (roleId) => md`${role(roleId)} wurde entfernt.`,
  leaving: (userId) => md`🚪 ${member(userId)} wird gerade vom Server entfernt.`,
  left: (userId) => md`🚪 ${member(userId)} wurde vom Server entfernt.`,
  willEnd: (at) =>
    at
      ? md`Sie gibt Zugang bis ${moment(at)} und wird nicht mehr abgebucht.`
      : md`Sie wird nicht mehr abgebucht.`,
  goesOn: (at) =>
    at ? md`Sie läuft weiter; die nächste Abbuchung ist am ${moment(at, 'date')}.` : md`Sie läuft weiter.`,
  daysAdded: (days, until) =>
    until
      ? md`${count(days, 'freier Tag', 'freie Tage')} dazu: Sie gilt jetzt bis ${moment(until)}.`
      : md`${count(days, 'freier Tag', 'freie Tage')} dazu.`,
} satisfies Words['memberships'];
