import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import { wait as inTime } from './shared.ts';

const signedInAs = (provider: string, name: string) =>
  html`Du hast dich mit ${provider} als <strong>${name}</strong> angemeldet`;

const outcomes = {
  denied: {
    title: 'Du hast dich nicht angemeldet',
    text: (provider) =>
      `Du hast bei ${provider} keine Erlaubnis gegeben, deshalb wissen wir nicht, welches Konto deins ist.`,
  },
  over: {
    title: 'Diese Anmeldung gilt nicht mehr',
    text: 'Sie wurde schon benutzt, hat länger als zehn Minuten gedauert oder wurde in einem anderen Browser begonnen. Es hat sich nichts geändert.',
  },
  unavailable: {
    title: (provider) => `Wir erreichen ${provider} nicht`,
    text: 'Es hat sich nichts geändert. Bitte versuch es in einer Minute noch einmal.',
  },
  unknown: {
    title: 'Mit diesem Konto sind keine Käufe verbunden',
    who: (provider, name) => html`${signedInAs(provider, name)}.`,
    text: 'Dieses Konto ist noch mit keinem Kauf verbunden. Es beim Kauf einzutragen genügt nicht, weil das jeder könnte.',
    openHere:
      'Öffne deine Mitgliedschaften in dem Browser, mit dem du gekauft hast, und verbinde das Konto dort.',
    byMail:
      'Oder lass dir an die E-Mail-Adresse, mit der du gekauft hast, einen Link zum Anmelden schicken, und verbinde dann das Konto.',
    another: 'Hast du noch ein anderes Konto? Melde dich mit dem an.',
  },
  taken: {
    title: 'Dieses Konto gehört einem anderen Kunden',
    who: (provider, name) =>
      html`${signedInAs(provider, name)}. Dieses Konto ist schon mit einem anderen Kunden verbunden. Es hat sich nichts geändert.`,
    text: 'Bist du dieser Kunde? Melde dich ab und dann mit diesem Konto wieder an, um dessen Käufe zu sehen. Um beide zusammenzulegen, wende dich an den Shop.',
  },
  notYours: {
    title: 'Nichts wurde verbunden',
    text: 'Du wurdest abgemeldet, oder jemand hat inzwischen bestätigt, dass ihm der Kauf gehört. Melde dich noch einmal an.',
  },
  tooOften: {
    title: 'Du hast dein Chat-Konto zu oft gewechselt',
    who: (provider, name) => html`${signedInAs(provider, name)}. Es hat sich nichts geändert.`,
    text: (seconds) =>
      `Das verbundene Konto lässt sich fünfmal pro Stunde wechseln. Bitte versuch es ${inTime(seconds)} noch einmal.`,
  },
  signedInTooOften: {
    title: 'Du hast dich zu oft angemeldet',
    who: (provider, name) => html`${signedInAs(provider, name)}, aber nicht hier.`,
    text: (seconds) =>
      `Mit einem Chat-Konto kannst du dich hier in 24 Stunden dreißigmal anmelden. Bitte versuch es ${inTime(seconds)} noch einmal.`,
  },
  fault: {
    title: 'Etwas ist schiefgegangen',
    text: 'Das lag an uns, nicht an dir. Bitte versuch es in einer Minute noch einmal.',
  },
} satisfies Words['pages']['chatAccount']['outcomes'];

export const chatAccount = {
  connectedWith: (provider) => `Verbunden mit ${provider}`,
  connected:
    'Deinen Zugang in der Community bekommt dieses Konto. Melde dich damit an, um diese Seite in jedem Browser zu öffnen.',
  connectAnother: 'Ein anderes Konto verbinden',
  title: 'Verbinde dein Chat-Konto',
  unconfirmed: (name) =>
    html`Du hast <strong>${name}</strong> eingetragen, aber noch nicht bestätigt, dass es dein Konto ist.`,
  text: (provider) =>
    `Melde dich einmal mit ${provider} an. Deinen Zugang in der Community bekommt dann dieses Konto, und du kannst diese Seite in jedem Browser öffnen.`,
  connect: (provider) => `Mit ${provider} verbinden`,
  outcomes,
  goBack: 'Zurück',
  tryAgain: 'Noch einmal versuchen',
} satisfies Words['pages']['chatAccount'];
