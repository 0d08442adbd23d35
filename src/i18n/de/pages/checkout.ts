import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

type Checkout = Words['pages']['checkout'];

const plural = pluralIn('de');

const every = (count: number): string => plural(count, 'jeden Tag', `alle ${count} Tage`);
const freeDays = (count: number): string =>
  plural(count, 'nach einem kostenlosen Tag', `nach ${count} kostenlosen Tagen`);

const terms = {
  free: 'Kostenlos',
  freely: 'kostenlos',
  once: 'einmalig',
  every,
  everyTimes: (period, times) => `${every(period)}, ${times}-mal`,
  forFirst: (period) => plural(period, 'für den ersten Tag', `für die ersten ${period} Tage`),
  forSecond: (period) => plural(period, 'für den zweiten Tag', `für die zweiten ${period} Tage`),
  everyAfterTrial: (period, trial) => `${every(period)}, ${freeDays(trial)}`,
  afterTrialAsBelow: (trial) => `${freeDays(trial)}, dann wie unten`,
  afterTrialThen: (trial, amount, period) => `${freeDays(trial)}, dann ${amount} ${every(period)}`,
} satisfies Checkout['terms'];

const gets = {
  atOnce: 'Zugang ab dem Moment des Kaufs',
  forGood: 'Für immer deins: eine Zahlung, keine Verlängerung',
  forGoodFree: 'Für immer deins, ohne Bezahlung',
  lasts: (count) => `Gilt ${plural(count, 'einen Tag', `${count} Tage`)}: eine Zahlung, keine Verlängerung`,
  lastsFree: (count) => `Gilt ${plural(count, 'einen Tag', `${count} Tage`)}, ohne Bezahlung`,
  trial: (count) => plural(count, 'Der erste Tag ist kostenlos', `Die ersten ${count} Tage sind kostenlos`),
  renewsFree: (period) => `Verlängert sich ${every(period)}, ohne Bezahlung`,
  renews: (amount, period) => `Verlängert sich ${every(period)} für ${amount}`,
  thenRenews: (amount, period) => `Danach ${amount} ${every(period)}`,
  first: (times, period, amount) =>
    times === 1
      ? `${plural(period, 'Erster Tag', `Erste ${period} Tage`)}: ${amount}`
      : `Die ersten ${times}-mal ${plural(period, 'ein Tag', `${period} Tage`)}: je ${amount}`,
  next: (times, period, amount) =>
    times === 1
      ? `Danach ${plural(period, 'ein Tag', `${period} Tage`)}: ${amount}`
      : `Danach ${times}-mal ${plural(period, 'ein Tag', `${period} Tage`)}: je ${amount}`,
  afterThat: (amount, period) => `Danach: ${amount} ${every(period)}`,
} satisfies Checkout['gets'];

const form = {
  details: 'Deine Angaben',
  filledIn: (email) =>
    html`Das hat der Link ausgefüllt, dem du gefolgt bist. Was du kaufst, gehört der Person, die die E-Mails an <strong>${email}</strong> liest. Bist du das nicht, gib deine eigene Adresse ein.`,
  filledInForEntry: (email) =>
    html`Das hat der Link ausgefüllt, dem du gefolgt bist. Was du kaufst, gehört der Person, die die E-Mails an <strong>${email}</strong> liest. Bist du das nicht, kauf hier nicht.`,
  username: 'Benutzername',
  chatId: 'ID im Chat der Community',
  chatHint: 'Die ID deines Kontos im Chat der Community, eine Zahl. Dieses Konto bekommt, was du kaufst.',
  chatFilledIn: (id) =>
    html`Das hat der Link ausgefüllt, dem du gefolgt bist. Was du kaufst, bekommt das Konto <strong>${id}</strong>. Ist es nicht deins, gib die ID deines eigenen Kontos ein oder lass das Feld leer.`,
  update: 'Übernehmen',
  havePromo: 'Hast du einen Promo-Code?',
  apply: 'Einlösen',
  applied: (code) => `${code} gilt für diesen Kauf.`,
  choose: 'Bitte wählen',
  price: 'Preis',
  due: 'Heute zu zahlen',
  dueEach: 'Heute zu zahlen, pro Stück',
  place: 'Ein Platz ist für dich reserviert. Dieser Link gilt einmal.',
  startTrial: 'Kostenlos testen',
  joinFree: 'Kostenlos beitreten',
  buy: 'Jetzt kaufen',
  pay: (total) => `${total} bezahlen`,
} satisfies Checkout['form'];

const methods = {
  legend: 'Zahlungsart',
  card: { title: 'Karte', label: 'Kartennummer', test: 'Nur Testkarten, es fließt kein Geld:' },
  wallet: { title: 'Guthaben', label: 'Konto des Guthabens', test: 'Nur Testkonten, es fließt kein Geld:' },
  commerce_crypto: {
    title: 'Kryptowährung',
    label: 'Wallet-Adresse',
    test: 'Nur Testadressen, es fließt kein Geld:',
  },
  approved: (account, declined) =>
    html`<span class="number">${account}</span> wird angenommen, <span class="number">${declined}</span> abgelehnt.`,
} satisfies Checkout['methods'];

const result = {
  title: 'Danke',
  heading: 'Du bist dabei. Danke!',
  connect: (plan) =>
    `${plan} gehört dir. Ein Schritt fehlt noch: Verbinde unten dein Chat-Konto, um deinen Zugang in der Community zu bekommen.`,
  done: (plan) =>
    `${plan} gehört dir, und dein Zugang wird gerade eingerichtet. Du kannst diese Seite schließen.`,
  manage: 'Mitgliedschaft verwalten',
  onlyHere: (link, email) =>
    html`Im Moment kannst du diesen Kauf nur in diesem Browser verwalten. <a href="${link}">Bestätige, dass ${email} deine Adresse ist</a>, um ihn mit all deinen Käufen zu sehen, wo immer du dich anmeldest.`,
  status: 'Stand',
  communityChat: 'Chat der Community',
  trialEnds: 'Probezeit bis',
  renewsOn: 'Verlängert sich am',
  ends: 'Endet am',
} satisfies Checkout['result'];

const list = {
  waitlist: {
    title: 'Auf die Warteliste',
    text: 'Diesen Plan bekommen die Leute auf seiner Warteliste. Wenn ein Platz für dich frei ist, bekommst du einen Link, um ihn zu kaufen.',
    button: 'Auf die Warteliste setzen',
    hint: 'Jetzt wird nichts abgebucht, und du musst später nicht kaufen.',
  },
  raffle: {
    title: 'An der Verlosung teilnehmen',
    text: 'Wer gewinnt, wird unter allen Einträgen ausgelost und bekommt einen Link zum Kaufen.',
    button: 'Teilnehmen',
    hint: 'Die Teilnahme kostet nichts. Jede Person kann einmal teilnehmen.',
  },
  joined: {
    title: 'Du stehst auf der Liste',
    waitlist: 'Du stehst auf der Liste.',
    raffle: 'Du nimmst an der Verlosung teil.',
    next: {
      waiting:
        'Sobald ein Platz für dich frei ist, bekommst du einen Link, um ihn zu kaufen. Du kannst diese Seite schließen. Es wurde nichts abgebucht.',
      accepted:
        'Ein Platz ist für dich frei. Kauf ihn über den Link, den du bekommst. Es wurde nichts abgebucht.',
      bought: 'Dein Platz wurde schon benutzt. Es wurde nichts abgebucht.',
      expired: 'Dein Platz war für begrenzte Zeit reserviert, und die ist vorbei. Es wurde nichts abgebucht.',
      withdrawn: 'Der Shop hat diesen Eintrag von der Liste genommen. Es wurde nichts abgebucht.',
    },
    plan: 'Plan',
    entry: 'Eintrag',
    once: 'Jede E-Mail-Adresse zählt einmal und bekommt einen Platz.',
  },
} satisfies Checkout['list'];

export const checkout = {
  title: 'Kasse',
  whatYouGet: 'Was du bekommst',
  insteadOf: 'statt',
  terms,
  gets,
  left: (units) => plural(units, 'Der letzte', `Noch ${units}`),
  onePerPerson: 'Einer pro Person',
  form,
  methods,
  password: {
    title: 'Dieser Link hat ein Passwort',
    wrong: 'Dieses Passwort ist falsch. Prüf es und versuch es noch einmal.',
    ask: 'Frag die Person, die dir den Link geschickt hat.',
    label: 'Passwort',
  },
  unchecked:
    'In letzter Zeit wurden zu viele Links mit falschen Angaben geöffnet, deshalb wurden die Angaben in deinem Link nicht geprüft. Gib sie hier ein, oder öffne den Link in zehn Minuten noch einmal.',
  closed: {
    notOnSale: 'Nicht im Verkauf',
    noMethod: 'Hier nicht im Verkauf',
    used: 'Schon benutzt',
    withdrawn: 'Nicht mehr deiner',
    late: 'Zu spät',
    soldOut: 'Ausverkauft',
    notOpen: 'Noch nicht im Verkauf',
    over: 'Nicht mehr im Verkauf',
    badLink: 'Ungültiger Link',
  },
  list,
  result,
  nothing: {
    title: 'Hier gibt es nichts zu kaufen',
    advice: 'Prüf den Link, oder bitte die Person, die ihn geschickt hat, um einen neuen.',
  },
  foreign: {
    title: 'Nicht von unserer Seite',
    advice: 'Wenn dich ein Link hergeführt hat, öffne ihn in einem neuen Fenster.',
  },
  later: {
    title: 'Bitte versuch es später noch einmal',
    advice:
      'Geh dann zurück und schick das Formular noch einmal. Du kaufst nur einmal, auch wenn du es mehrmals schickst.',
  },
  fault: {
    title: 'Etwas ist schiefgegangen',
    text: (requestId) =>
      `Das lag an uns, nicht an dir. Passiert es wieder, nenn uns diese Anfrage: ${requestId}.`,
    advice:
      'Geh zurück und schick das Formular noch einmal. Du kaufst nur einmal, auch wenn du es mehrmals schickst.',
  },
} satisfies Checkout;
