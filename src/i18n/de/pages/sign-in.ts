import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import type { Way } from '../../en/pages/sign-in.ts';
import { pluralIn } from '../../format.ts';

type SignIn = Words['pages']['signIn'];

const plural = pluralIn('de');

const ways: Readonly<Record<Way, string>> = {
  email: 'mit der E-Mail-Adresse an, mit der du gekauft hast',
  chat: 'mit dem Chat-Konto an, das du mit deinem Kauf verbunden hast',
  both: 'mit der E-Mail-Adresse an, mit der du gekauft hast, oder mit dem Chat-Konto, das du mit deinem Kauf verbunden hast',
};

const consent = {
  title: (application) => `${application} erlauben?`,
  heading: (application) => `${application} erlauben, deine Daten zu sehen?`,
  purchase: (plan) => html`Du machst mit einem Kauf aus diesem Browser weiter: <strong>${plan}</strong>.`,
  person: (name) => html`Du bist als <strong>${name}</strong> angemeldet.`,
  will: (application) => html`<strong>${application}</strong> kann dann:`,
  scopes: {
    profile: 'Deinen Namen und Benutzernamen sehen',
    email: 'Deine E-Mail-Adresse sehen',
    memberships: 'Deine Mitgliedschaften sehen',
    social_accounts: 'Die Chat-Konten sehen, für die du gekauft hast',
  },
  cannot: (host) =>
    html`Ändern oder kaufen kann die Anwendung nichts. Danach kehrst du zu <strong>${host}</strong> zurück.`,
  allow: 'Erlauben',
  deny: 'Nicht erlauben',
  another: 'Nicht du? Als jemand anders anmelden',
  bought: (link) => html`Was du gekauft hast, siehst du unter ${link('Deine Mitgliedschaften')}.`,
} satisfies SignIn['consent'];

const sent = {
  title: 'Sieh in dein Postfach',
  onItsWay: (email) => html`Ein Link zum Anmelden ist unterwegs an <strong>${email}</strong>.`,
  sandbox: (inboxUrl) =>
    html`Diese Sandbox verschickt keine echten E-Mails. Die Nachricht findest du in ihrem <a href="${inboxUrl}">Postfach</a>.`,
  hint: (back) =>
    html`Der Link funktioniert einmal, innerhalb von 15 Minuten, in diesem Browser. Nach ein, zwei Minuten noch nichts da? Sieh im Spam-Ordner nach, oder <a href="${back}">geh zurück</a>.`,
  waiting(email, minutes, time) {
    const ago = minutes < 1 ? 'gerade eben' : plural(minutes, 'vor einer Minute', `vor ${minutes} Minuten`);
    return html`Es wurde keine neue E-Mail geschickt. An <strong>${email}</strong> gingen schon mehrere Links zum Anmelden, der letzte ${ago}, um ${time}.`;
  },
  until: (time) =>
    `Der letzte Link funktioniert auch in diesem Browser, bis ${time}. Danach kannst du einen neuen anfordern.`,
  notYou:
    'Du hast diese E-Mails nicht angefordert? Dann hat jemand anders deine Adresse eingegeben. Ohne einen Link aus deinem Postfach kann er sich nicht anmelden.',
} satisfies SignIn['sent'];

const follow = {
  as: (email) => html`Du meldest dich gleich in diesem Browser als <strong>${email}</strong> an.`,
  adds: (chatName, link) =>
    html`Dieser Browser ist mit dem Chat-Konto <strong>${chatName}</strong> angemeldet. Wenn du dich anmeldest, kommt die Adresse dazu: ${chatName} bekommt die Rollen für alles, was mit der Adresse gekauft wurde. Ist das nicht dein Konto, melde dich zuerst unter ${link('Deine Mitgliedschaften')} ab.`,
  notYou: 'Wenn du das nicht angefordert hast, schließ die Seite.',
} satisfies SignIn['follow'];

export const signIn = {
  toManage: (way) => `Um deine Mitgliedschaften zu verwalten, melde dich ${ways[way]}.`,
  forApplication: (application, way) =>
    html`<strong>${application}</strong> möchte wissen, wer du bist. Melde dich ${ways[way]}.`,
  or: 'oder',
  withChat: (provider) => `Mit ${provider} anmelden`,
  byMail: 'Wir schicken dir per E-Mail einen Link zum Anmelden.',
  noMail:
    'Dieser Dienst verschickt keine E-Mails und kann deshalb keine E-Mail-Adressen bestätigen. Öffne diese Seite in dem Browser, mit dem du gekauft hast.',
  notConnected:
    'Noch nicht verbunden? Öffne diese Seite in dem Browser, mit dem du gekauft hast, und verbinde das Konto dort. Dieser Dienst verschickt keine E-Mails und kann deshalb keine E-Mail-Adressen bestätigen.',
  withLicense: 'Eine Mitgliedschaft mit ihrem Lizenzschlüssel ansehen',
  license: {
    views: 'Damit kannst du seine Mitgliedschaft ansehen, aber nicht ändern.',
    orMail:
      'Damit kannst du seine Mitgliedschaft ansehen. Lass das Feld leer, um per E-Mail einen Link zum Anmelden zu bekommen; damit kannst du auch etwas ändern.',
    noMail:
      'Damit kannst du seine Mitgliedschaft ansehen. Dieser Dienst verschickt keine E-Mails; um etwas zu ändern, nimm den Browser, mit dem du gekauft hast.',
    unknown: 'Zu keinem Kauf mit dieser E-Mail-Adresse gehört dieser Lizenzschlüssel.',
    noProof: 'Ein Lizenzschlüssel zeigt nur seine Mitgliedschaft. Er beweist nicht, wer du bist.',
  },
  purchases: 'Oder mit einem Kauf aus diesem Browser weitermachen',
  purchase: (plan, day) => `${plan}, gekauft am ${day}`,
  manage: (link) =>
    html`Willst du stattdessen eine Mitgliedschaft verwalten? Sieh unter ${link('Deine Mitgliedschaften')} nach.`,
  consent,
  sent,
  follow,
} satisfies SignIn;
