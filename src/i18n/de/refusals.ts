import type { Words } from '../en/index.ts';
import type { Method } from '../en/refusals.ts';
import { pluralIn, textOf } from '../format.ts';
import { wait } from './pages/shared.ts';

const plural = pluralIn('de');

const methods: Readonly<Record<Method, string>> = {
  card: 'keine Karten',
  wallet: 'kein Guthaben',
  commerce_crypto: 'keine Kryptowährung',
};

const fields = {
  email: 'E-Mail-Adresse',
  username: 'Benutzername',
  community_chat_id: 'ID im Chat der Community',
  quantity: 'Anzahl',
  promo_code: 'Promo-Code',
  password: 'Passwort',
  card_number: 'Kartennummer',
  wallet_account: 'Konto des Guthabens',
  wallet_address: 'Wallet-Adresse',
  license_key: 'Lizenzschlüssel',
};

/** Names a field as the page does, or as the API does if no page has it. */
const called = (field: string): string => `„${textOf(fields, field) ?? field}“`;

export const refusals = {
  forPrograms: () => 'So geht das nicht. Lade die Seite neu und versuch es noch einmal.',
  crossOrigin:
    'Das hat eine andere Website geschickt, deshalb ist nichts passiert. Öffne unsere Seite selbst und versuch es dort noch einmal.',
  formTooLarge: (kibibytes) =>
    `Dieses Formular ist größer als ${kibibytes} KiB. Kürz deinen Text und schick es noch einmal.`,
  tooManyFields: (most) =>
    `Ein Formular darf höchstens ${most} Felder haben. Schick nur die Felder dieser Seite.`,
  repeatedField:
    'Ein Formular darf jedes Feld nur einmal enthalten. Entferne die doppelten und schick es noch einmal.',
  database: {
    full: 'In unsere Datenbank lässt sich gerade nichts schreiben. Bitte versuch es in einer Minute noch einmal.',
    late: 'Unsere Datenbank braucht gerade zu lange. Bitte versuch es in einer Minute noch einmal.',
    unreachable:
      'Unsere Datenbank ist gerade nicht erreichbar. Bitte versuch es in einer Minute noch einmal.',
  },
  busy: 'Hier ist gerade sehr viel los. Es hat sich nichts geändert. Bitte versuch es noch einmal.',
  tooManyRequests: (most, window, by, seconds) =>
    `Zu viele Anfragen. Möglich sind ${most} in ${window} s pro ${by === 'key' ? 'Schlüssel' : 'Adresse'}. Versuch es in ${seconds} s noch einmal.`,
  tooManyFailures: (seconds) =>
    `Zu viele Versuche sind gescheitert. Bitte versuch es ${wait(seconds)} noch einmal.`,
  tooOften: (outcome, most, seconds) =>
    `${outcome}: Das geht nur ${most}-mal in 24 Stunden. Bitte versuch es ${wait(seconds)} noch einmal.`,
  notSignedIn: {
    person: 'Du wurdest mit dieser E-Mail-Adresse nicht angemeldet',
    chat: 'Du wurdest mit diesem Chat-Konto nicht angemeldet',
    purchase: 'Du wurdest mit diesem Kauf nicht angemeldet',
    license: 'Du wurdest mit diesem Lizenzschlüssel nicht angemeldet',
  },
  notDone: {
    'undo cancellation': 'Deine Kündigung wurde nicht zurückgenommen',
    'replace license key': 'Dein Lizenzschlüssel wurde nicht ersetzt',
    'top up for free': 'Deine Mitgliedschaft wurde nicht verlängert',
  },
  noAccess: (application) => `${application} hat keinen Zugriff bekommen`,
  tooManyGiveaways: (most, seconds) =>
    `Von deiner Netzwerkadresse kamen in kurzer Zeit ${most} kostenlose Käufe (auch Probezeiten) oder Einträge in Listen. Deshalb wurde deiner nicht angenommen. Bitte versuch es ${wait(seconds)} noch einmal.`,
  tooManyLinks: (minutes) =>
    `Aus deinem Netz wurden zu viele Links angefordert, deshalb wurde keine E-Mail geschickt. Bitte versuch es in ${minutes} min noch einmal.`,

  field: {
    required: (names) => `${names.map(called).join(', ')} ${plural(names.length, 'fehlt', 'fehlen')}.`,
    oneOf: (name, values) => `${called(name)} muss eins davon sein: ${values.join(', ')}.`,
    atLeast: (name, limit) => `${called(name)} muss mindestens ${limit} sein.`,
    atMost: (name, limit) => `${called(name)} darf höchstens ${limit} sein.`,
    empty: (name) => `${called(name)} darf nicht leer sein.`,
    type: (name) => `${called(name)} hat nicht die richtige Form.`,
    pattern: (name) => `${called(name)} hat nicht die richtige Form.`,
    other: (name) => `${called(name)} ist so nicht möglich.`,
  },

  sessionClosed: 'Dein Link gilt nicht mehr. Bitte den Verkäufer um einen neuen.',
  noPlan: 'Unter dieser Adresse gibt es keinen Plan.',
  noMembership: 'Diese Mitgliedschaft gibt es nicht.',
  notOnSale: 'Dieser Plan wird nicht mehr verkauft.',
  outlastsTime:
    'Dieser Plan würde über den 19. Januar 2038 hinaus gelten, den spätesten Tag, den dieser Shop kennt.',
  endsBeyondTime:
    'Das Ende läge nach dem 19. Januar 2038, dem spätesten Tag, den ein Zeitstempel enthalten kann.',
  noMethod: 'Für diesen Plan gibt es keine Zahlungsart, deshalb lässt er sich nicht kaufen.',
  soldOut: 'Dieser Plan ist ausverkauft.',
  soldOutNow: 'Dieser Plan ist ausverkauft. Es wurde nichts abgebucht.',
  soldOutInQuantity: 'So viele sind von diesem Plan nicht mehr da. Es wurde nichts abgebucht.',
  opensOn: (day) => `Diesen Plan gibt es ab dem ${day}.`,
  closedOn: (day) => `Diesen Plan gab es bis zum ${day}.`,
  claimUsed: 'Dein Platz wurde schon benutzt. Jeder Platz gilt einmal.',
  claimWithdrawn: 'Der Shop hat deinen Platz zurückgenommen.',
  claimLate: 'Dein Platz war für begrenzte Zeit reserviert, und die ist vorbei.',
  claimGone: 'Dein Platz wurde schon benutzt oder ist nicht mehr reserviert. Jeder Platz gilt einmal.',
  claimUnknown: 'Dieser Link ist ungültig. Öffne den Link, den du bekommen hast, noch einmal.',
  claimOfAnother:
    'Dieser Platz ist für die Person reserviert, die sich eingetragen hat. Nimm die E-Mail-Adresse, mit der du dich eingetragen hast.',
  claimNeeded: {
    waitlist: 'Für diesen Plan gibt es eine Warteliste; direkt kaufen lässt er sich nicht.',
    raffle: 'Dieser Plan wird verlost; direkt kaufen lässt er sich nicht.',
  },
  raffleEntered:
    'Du nimmst schon mit einer anderen E-Mail-Adresse an dieser Verlosung teil. Jede Person kann einmal teilnehmen.',
  oneUnit: {
    perPerson: '„Anzahl“ muss 1 sein: Jede Person kann diesen Plan nur einmal kaufen.',
    perOrder: '„Anzahl“ muss 1 sein: Von diesem Plan gibt es nicht mehrere auf einmal.',
    perPlace: '„Anzahl“ muss 1 sein: Ein Platz auf der Liste gilt für ein Stück.',
  },
  quantityTooHigh: (limit) => `„Anzahl“ ist zu hoch: Eine Abbuchung muss unter ${limit} liegen.`,
  passwordNeeded: 'Dieser Plan braucht ein Passwort. Deins fehlt oder ist falsch.',
  sessionTaken:
    'checkout_session wurde schon für einen anderen Kauf benutzt. Öffne die Seite noch einmal, um neu anzufangen.',
  notAnAccount:
    '„ID im Chat der Community“ muss die ID eines Kontos im Chat der Community sein, nicht sein Name: eine Zahl mit 17 bis 19 Ziffern. Lass sie weg, wenn du sie nicht kennst.',
  namedTooOften: (times) =>
    `Dieser Plan wurde schon ${times}-mal für dieses Chat-Konto gekauft, und kein Käufer hat bestätigt, dass es sein Konto ist. Lass „ID im Chat der Community“ leer und verbinde oder verknüpfe dein Konto nach dem Kauf. Es wurde nichts abgebucht.`,

  emailNotInvited: 'Diesen Plan gibt es nur für bestimmte E-Mail-Adressen, und deine gehört nicht dazu.',
  boughtBefore: 'Diesen Plan kann jede Person nur einmal kaufen, und du hast ihn schon.',
  membersOnly:
    'Diesen Plan gibt es nur für Mitglieder eines anderen Produkts dieses Shops. Bist du eins, melde dich zuerst an.',
  customerTooNew: (days) =>
    `Diesen Plan gibt es nur für Leute, die seit mindestens ${plural(days, 'einem Tag', `${days} Tagen`)} Kunden sind. Bist du das, melde dich zuerst an.`,

  promo: {
    unknown: 'Diesen Promo-Code kennen wir nicht. Prüf, ob er richtig geschrieben ist, oder lass ihn weg.',
    inactive: 'Dieser Promo-Code wird nicht mehr angenommen.',
    expired: 'Dieser Promo-Code ist abgelaufen.',
    usedUp: 'Dieser Promo-Code ist aufgebraucht. Es wurde nichts abgebucht.',
    otherPlan: 'Dieser Promo-Code gilt nicht für diesen Plan.',
    freePlan: 'Dieser Plan kostet nichts, also gibt es nichts zu ermäßigen. Lass den Promo-Code weg.',
    newCustomers: 'Dieser Promo-Code ist nur für neue Kunden, und du hast hier schon gekauft.',
    members: 'Dieser Promo-Code ist nur für Mitglieder. Bist du eins, melde dich zuerst an.',
  },

  questionsChanged:
    'Die Fragen zu diesem Plan haben sich geändert. Bitte sieh deine Antworten noch einmal durch.',
  answer: {
    text: (question) => `Auf „${question}“ muss ein Text antworten.`,
    ticked: (question) => `„${question}“ muss angekreuzt sein.`,
    needed: (question) => `„${question}“ braucht eine Antwort.`,
    oneOf: (question, options) =>
      `Die Antwort auf „${question}“ muss eine davon sein: ${options.join(', ')}.`,
    tick: (question, ticked) => `Die Antwort auf „${question}“ muss true oder „${ticked}“ sein oder fehlen.`,
    unshowable: (question) =>
      `Die Antwort auf „${question}“ enthält Zeichen, die sich nicht darstellen lassen. Gib sie noch einmal ein.`,
    tooLong: (question, most) => `Die Antwort auf „${question}“ darf höchstens ${most} Zeichen lang sein.`,
  },

  methodRefused: (method, accepted) =>
    `Dieser Plan nimmt ${methods[method]}: payment_method muss eins davon sein: ${accepted.join(', ')}.`,
  accountNeeded: (field, price) => `${called(field)} fehlt: Dieser Plan kostet ${price}.`,
  declined: {
    card: 'Die Karte wurde abgelehnt. Es wurde nichts abgebucht.',
    wallet: 'Die Zahlung aus dem Guthaben wurde abgelehnt. Es wurde nichts abgebucht.',
    commerce_crypto: 'Die Zahlung in Kryptowährung wurde abgelehnt. Es wurde nichts abgebucht.',
    cardOnFile: 'Die Karte wurde abgelehnt.',
    noCard: 'Es ist keine Karte hinterlegt.',
  },
  testCardsOnly: (card) => `Dieser Shop nimmt nur Testkarten: Nimm ${card}. Es wurde nichts abgebucht.`,
  testAccountsOnly: (account) =>
    `Dieser Shop nimmt nur Testkonten: Nimm ${account}. Es wurde nichts abgebucht.`,
  noCards: 'Dieser Plan nimmt keine Karten. Lass „Kartennummer“ weg.',
  ownCard: 'Gib eine eigene Karte an. Die hinterlegte kann jemand anderem gehören, der das gekauft hat.',
  othersPay: 'Jemand anders hat das vielleicht bezahlt und zahlt weiter. Kauf den Plan stattdessen selbst.',

  noPeriod: () => 'Diese Mitgliedschaft hat keinen Zeitraum, mit dem sie enden könnte.',
  notRefillable: () => 'Diese Mitgliedschaft lässt sich nicht verlängern.',
  refillOver: 'Diese Mitgliedschaft lässt sich nicht mehr verlängern; die Zeit dafür ist vorbei.',
  endChanged: 'Das Ende dieser Mitgliedschaft hat sich inzwischen geändert. Es wurde nichts abgebucht.',
  nothingOverdue: () => 'Für diese Mitgliedschaft ist keine Zahlung überfällig.',
  onlyToView: 'Du kannst diese Mitgliedschaft nur ansehen. Um sie zu ändern, melde dich als ihr Besitzer an.',

  signedOut: 'Du wurdest abgemeldet. Geh zurück und fang noch einmal an.',
  signedOutOrForeign: 'Du wurdest abgemeldet, oder dieses Formular ist nicht von dieser Seite.',
  otherBrowserOrSignedOut: 'Dieses Formular ist aus einem anderen Browser, oder du wurdest abgemeldet.',
  otherBrowserOrNoCookies:
    'Dieses Formular ist aus einem anderen Browser, oder dieser Browser blockiert Cookies.',
  onlyBuyerConnects: 'Nur der Käufer kann ein Chat-Konto verbinden. Melde dich zuerst an.',
  notBoughtHere:
    'Das wurde nicht in diesem Browser gekauft, oder jemand hat inzwischen bestätigt, dass es ihm gehört.',
  noMailNoLink:
    '„Lizenzschlüssel“ fehlt. Ohne ihn geht es nicht, weil dieser Dienst keine E-Mails verschickt.',
  linkGone:
    'Dieser Link wurde schon benutzt, oder seine 15 Minuten sind um. Geh zurück und fordere einen neuen an.',
  linkOfAnother:
    'Dieser Link funktioniert nur in einem Browser, in dem du einen angefordert hast. Kopier seine Adresse und öffne sie dort, oder fordere hier einen Link an und öffne dann diesen noch einmal. Hast du keinen angefordert, schließ die Seite.',
  noApplication: 'Eine Anwendung mit dieser client_id ist hier nicht angemeldet.',
  applicationGone: 'Die Anwendung ist hier nicht mehr angemeldet.',
  otherRedirect:
    'redirect_uri stimmt nicht genau mit einer Adresse überein, die die Anwendung angemeldet hat.',
} satisfies Words['refusals'];
