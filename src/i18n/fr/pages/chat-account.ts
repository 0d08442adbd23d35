import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import { wait as inTime } from './shared.ts';

const signedInAs = (provider: string, name: string) =>
  html`Vous vous êtes connecté avec ${provider} en tant que <strong>${name}</strong>`;

const outcomes = {
  denied: {
    title: 'Vous ne vous êtes pas connecté',
    text: (provider) =>
      `Vous n’avez pas donné votre accord chez ${provider}, nous ne savons donc pas quel compte est le vôtre.`,
  },
  over: {
    title: 'Cette connexion n’est plus valable',
    text: 'Elle a déjà servi, a pris plus de dix minutes ou a commencé dans un autre navigateur. Rien n’a été changé.',
  },
  unavailable: {
    title: (provider) => `Nous ne pouvons pas joindre ${provider}`,
    text: 'Rien n’a été changé. Réessayez dans une minute.',
  },
  unknown: {
    title: 'Aucun achat n’est connecté à ce compte',
    who: (provider, name) => html`${signedInAs(provider, name)}.`,
    text: 'Ce compte n’est encore connecté à aucun achat. Le saisir lors de l’achat ne suffit pas, car n’importe qui peut le faire.',
    openHere:
      'Ouvrez vos adhésions dans le navigateur avec lequel vous avez acheté, et connectez-y le compte.',
    byMail:
      'Ou recevez un lien de connexion à l’adresse e-mail avec laquelle vous avez acheté, puis connectez le compte.',
    another: 'Vous avez un autre compte ? Connectez-vous avec celui-là.',
  },
  taken: {
    title: 'Ce compte appartient à un autre client',
    who: (provider, name) =>
      html`${signedInAs(provider, name)}. Ce compte est déjà connecté à un autre client. Rien n’a été changé.`,
    text: 'Ce client, c’est vous ? Déconnectez-vous, puis connectez-vous avec ce compte pour voir ses achats. Pour réunir les deux, contactez la boutique.',
  },
  notYours: {
    title: 'Rien n’a été connecté',
    text: 'Vous avez été déconnecté, ou quelqu’un a confirmé depuis que l’achat est à lui. Connectez-vous à nouveau.',
  },
  tooOften: {
    title: 'Vous avez changé trop souvent de compte de chat',
    who: (provider, name) => html`${signedInAs(provider, name)}. Rien n’a été changé.`,
    text: (seconds) =>
      `Le compte connecté peut être changé cinq fois en une heure. Réessayez ${inTime(seconds)}.`,
  },
  signedInTooOften: {
    title: 'Vous vous êtes connecté trop souvent',
    who: (provider, name) => html`${signedInAs(provider, name)}, mais pas ici.`,
    text: (seconds) =>
      `Avec un compte de chat, vous pouvez vous connecter ici trente fois en 24 heures. Réessayez ${inTime(seconds)}.`,
  },
  fault: {
    title: 'Un problème est survenu',
    text: 'C’est notre faute, pas la vôtre. Réessayez dans une minute.',
  },
} satisfies Words['pages']['chatAccount']['outcomes'];

export const chatAccount = {
  connectedWith: (provider) => `Connecté avec ${provider}`,
  connected:
    'Votre accès dans la communauté va à ce compte. Connectez-vous avec lui pour ouvrir cette page depuis n’importe quel navigateur.',
  connectAnother: 'Connecter un autre compte',
  title: 'Connectez votre compte de chat',
  unconfirmed: (name) =>
    html`Vous avez saisi <strong>${name}</strong>, mais pas encore confirmé que ce compte est le vôtre.`,
  text: (provider) =>
    `Connectez-vous une fois avec ${provider}. Votre accès dans la communauté ira alors à ce compte, et vous pourrez ouvrir cette page depuis n’importe quel navigateur.`,
  connect: (provider) => `Connecter avec ${provider}`,
  outcomes,
  goBack: 'Retour',
  tryAgain: 'Réessayer',
} satisfies Words['pages']['chatAccount'];
