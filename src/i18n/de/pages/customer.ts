import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

type Customer = Words['pages']['customer'];

const plural = pluralIn('de');

const cardOf = (last4: string | undefined): string =>
  last4 === undefined ? '' : `, Karte mit den letzten Ziffern ${last4}`;

const standing = {
  trialEnds: (end) => `Deine kostenlose Probezeit endet am ${end}, und es wird nichts abgebucht.`,
  trialThen: (end, amount) =>
    `Deine kostenlose Probezeit dauert bis zum ${end}. Danach ${amount === undefined ? 'geht sie kostenlos weiter' : `wird ${amount} abgebucht`}.`,
  ends: (end) => `Sie endet am ${end}, und es wird nichts mehr abgebucht.`,
  renews: (end, amount) =>
    `Sie verlängert sich am ${end}; ${amount === undefined ? 'es wird nichts abgebucht' : `dann wird ${amount} abgebucht`}.`,
  overdue: (amount, end) => `Die Zahlung von ${amount}, die am ${end} fällig war, hat nicht geklappt.`,
  failed: (amount, end) => `Jeder Versuch, ${amount} abzubuchen, ist gescheitert. Fällig war das am ${end}.`,
  stillAccess: 'Du hast noch Zugang.',
  noAccess: 'Du hast keinen Zugang, bis du bezahlst.',
  unpaidEnds: (day) => `Bleibt sie unbezahlt, endet sie am ${day}.`,
  triedAgain: (day) => `Am ${day} versuchen wir es noch einmal.`,
  lasts: (end) => `Sie gilt bis zum ${end}.`,
  forGood: 'Sie ist bezahlt und gehört dir für immer.',
  ended: (day) => `Sie endete am ${day}.`,
  refillUntil: (day) => `Bis zum ${day} lässt sie sich verlängern.`,
  over: (day) =>
    day === undefined
      ? 'Sie ist beendet, und es wird nichts mehr abgebucht.'
      : `Sie endete am ${day}, und es wird nichts mehr abgebucht.`,
} satisfies Customer['standing'];

const access = {
  unclaimed:
    'Das wurde mit deiner E-Mail-Adresse gekauft, aber in einem Browser, in dem du dich nie angemeldet hast. Warst du das, melde dich dort einmal an. Dann kannst du die Karte, mit der bezahlt wurde, auch hier benutzen.',
  purchase: (email) =>
    `Das hast du in diesem Browser gekauft. Ändern kannst du es nur hier, bis du bestätigst, dass ${email} deine Adresse ist.`,
  chatOwns:
    'Das wurde in diesem Browser gekauft und dann mit einem Chat-Konto verbunden. Es gehört jetzt dem Besitzer dieses Kontos, deshalb kannst du es hier nur ansehen. Ist es dein Konto, melde dich damit an.',
  emailOwns:
    'Das wurde in diesem Browser gekauft, und jemand hat inzwischen bestätigt, dass ihm die E-Mail-Adresse gehört. Es ist jetzt seins, deshalb kannst du es hier nur ansehen. Ist es deine Adresse, melde dich an.',
  emailOwnsYouPay:
    'Das wurde in diesem Browser gekauft, und jemand hat inzwischen bestätigt, dass ihm die E-Mail-Adresse gehört. Es ist jetzt seins, deshalb kannst du es hier nur ansehen, und kündigen, damit von deiner Karte nichts mehr abgebucht wird. Ist es deine Adresse, melde dich an.',
  license: 'Du siehst das mit seinem Lizenzschlüssel. Ändern lässt es sich damit nicht.',
} satisfies Customer['access'];

const done = {
  cancel: 'Gekündigt.',
  resume: 'Die Kündigung ist zurückgenommen.',
  refill: 'Verlängert. Danke!',
  pay: 'Bezahlt. Danke!',
  'replace-key': 'Der Lizenzschlüssel ist ersetzt. Der neue steht unten.',
  connect: (name) => `Verbunden: ${name} ist hier dein Chat-Konto.`,
} satisfies Customer['done'];

const actions = {
  label: 'Ändern',
  pay: { title: 'Überfälligen Betrag bezahlen', button: (amount) => `${amount} bezahlen` },
  refill: {
    title: 'Verlängern',
    adds: (count) => `Gibt ${plural(count, 'einen weiteren Tag', `${count} weitere Tage`)}.`,
    addsFromToday: (count) =>
      `Gibt ${plural(count, 'einen weiteren Tag', `${count} weitere Tage`)}, ab heute.`,
    button: (amount) => `Für ${amount} verlängern`,
    free: 'Kostenlos verlängern',
  },
  resume: {
    title: 'Hast du es dir anders überlegt?',
    text: 'Deine Mitgliedschaft läuft weiter, als wäre sie nie gekündigt worden.',
    button: 'Mitgliedschaft behalten',
  },
  cancel: {
    title: 'Mitgliedschaft kündigen',
    foreign:
      'Von deiner Karte wird nichts mehr abgebucht. Der Besitzer behält die Mitgliedschaft bis zum Ende der bezahlten Zeit. Das lässt sich nicht zurücknehmen.',
    overdue:
      'Deine Mitgliedschaft endet, wenn die nächste Abbuchung versucht würde. Bis dahin kannst du das zurücknehmen.',
    until: (day) =>
      `Deine Mitgliedschaft behältst du bis zum ${day}, und es wird nichts mehr abgebucht. Bis dahin kannst du das zurücknehmen.`,
    button: 'Ja, kündigen',
  },
  replaceKey: {
    title: 'Lizenzschlüssel ersetzen',
    text: 'Dein jetziger Schlüssel funktioniert sofort nirgends mehr.',
    claims: 'Außerdem gehört die Mitgliedschaft dann dir: Die Karte, mit der bezahlt wurde, wird entfernt.',
    button: 'Ja, ersetzen',
  },
  card: {
    number: 'Kartennummer',
    another: 'Eine andere Karte',
    onFile: (card) => `Ohne Angabe wird von hier abgebucht: ${card}.`,
  },
} satisfies Customer['actions'];

const paidWith = {
  wallet: () => 'Guthaben',
  commerce_crypto: () => 'Krypto-Wallet',
  card: (last4) => `Karte mit den letzten Ziffern ${last4}`,
} satisfies Customer['paidWith'];

const payments = {
  title: 'Zahlungen',
  none: 'Bis jetzt wurde nichts abgebucht.',
  latest: (most) => `Hier stehen nur die letzten ${most} Zahlungen.`,
  noCard: 'Nicht bezahlt: keine Karte',
  declined: (last4) => `Abgelehnt${cardOf(last4)}`,
  paid: (last4) => `Bezahlt${cardOf(last4)}`,
  refunded: (amount) => `Bezahlt, davon ${amount} erstattet`,
} satisfies Customer['payments'];

export const customer = {
  title: 'Deine Mitgliedschaften',
  one: 'Deine Mitgliedschaft',
  signedInAs: 'Angemeldet als',
  withLicense: 'Ansicht mit einem Lizenzschlüssel',
  signOut: 'Abmelden',
  nothing: {
    email: 'Mit dieser E-Mail-Adresse wurde nichts gekauft.',
    chat: 'Mit diesem Chat-Konto ist nichts verbunden.',
  },
  bought: (plan, day) => `${plan} · gekauft am ${day}`,
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  notFound: {
    title: 'Nicht gefunden',
    heading: 'Diese Mitgliedschaft gibt es nicht',
    notYours: 'Oder es ist nicht deine: Du bist angemeldet als',
    other:
      'Gehört sie zu einem anderen Konto oder einer anderen E-Mail-Adresse von dir, melde dich damit an.',
  },
  plan: {
    free: 'Kostenlos',
    every: (price, period) => `${price} ${plural(period, 'jeden Tag', `alle ${period} Tage`)}`,
    lasting: (price, count) => `${price} für ${plural(count, 'einen Tag', `${count} Tage`)}`,
    once: (price) => `${price}, einmalig`,
  },
  facts: {
    plan: 'Plan',
    ends: 'Endet am',
    ended: 'Endete am',
    nextCharge: 'Nächste Abbuchung',
    charge: (amount, day) => `${amount} am ${day}`,
    overdue: 'Überfällig',
    paidWith: 'Bezahlt mit',
    noChat: 'Keins',
    unconfirmed: (name) => `${name} (nicht bestätigt)`,
    bought: 'Gekauft am',
  },
  standing,
  access,
  done,
  actions,
  paidWith,
  payments,
} satisfies Customer;
