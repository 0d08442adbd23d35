import { html } from '@remix-run/html-template';
import type { Words } from '../../en/index.ts';
import type { Way } from '../../en/pages/sign-in.ts';
import { pluralIn } from '../../format.ts';

type SignIn = Words['pages']['signIn'];

const plural = pluralIn('fr');

const ways: Readonly<Record<Way, string>> = {
  email: 'avec l’adresse e-mail de votre achat',
  chat: 'avec le compte de chat que vous avez connecté à votre achat',
  both: 'avec l’adresse e-mail de votre achat, ou avec le compte de chat que vous y avez connecté',
};

const consent = {
  title: (application) => `Autoriser ${application} ?`,
  heading: (application) => `Autoriser ${application} à voir vos données ?`,
  purchase: (plan) => html`Vous continuez avec un achat de ce navigateur : <strong>${plan}</strong>.`,
  person: (name) => html`Vous êtes connecté en tant que <strong>${name}</strong>.`,
  will: (application) => html`<strong>${application}</strong> pourra :`,
  scopes: {
    profile: 'Voir votre nom et votre nom d’utilisateur',
    email: 'Voir votre adresse e-mail',
    memberships: 'Voir vos adhésions',
    social_accounts: 'Voir les comptes de chat pour lesquels vous avez acheté',
  },
  cannot: (host) =>
    html`L’application ne peut rien modifier ni acheter. Vous retournerez ensuite à <strong>${host}</strong>.`,
  allow: 'Autoriser',
  deny: 'Ne pas autoriser',
  another: 'Ce n’est pas vous ? Changer de compte',
  bought: (link) => html`Vous pouvez voir ce que vous avez acheté dans ${link('vos adhésions')}.`,
} satisfies SignIn['consent'];

const sent = {
  title: 'Consultez votre boîte de réception',
  onItsWay: (email) => html`Un lien de connexion est en route vers <strong>${email}</strong>.`,
  sandbox: (inboxUrl) =>
    html`Ce bac à sable n’envoie pas de vrais e-mails. Vous trouverez le message dans sa <a href="${inboxUrl}">boîte aux lettres</a>.`,
  hint: (back) =>
    html`Le lien fonctionne une fois, pendant 15 minutes, dans ce navigateur. Rien au bout d’une minute ou deux ? Regardez dans vos courriers indésirables, ou <a href="${back}">revenez en arrière</a>.`,
  waiting(email, minutes, time) {
    const ago =
      minutes < 1 ? 'à l’instant' : plural(minutes, 'il y a une minute', `il y a ${minutes} minutes`);
    return html`Aucun nouvel e-mail n’a été envoyé. Plusieurs liens de connexion ont déjà été envoyés à <strong>${email}</strong>, le dernier ${ago}, à ${time}.`;
  },
  until: (time) =>
    `Le dernier lien fonctionne aussi dans ce navigateur, jusqu’à ${time}. Ensuite, vous pourrez en demander un nouveau.`,
  notYou:
    'Vous n’avez pas demandé ces e-mails ? Quelqu’un d’autre a alors saisi votre adresse. Sans un lien de votre boîte de réception, cette personne ne peut pas se connecter.',
} satisfies SignIn['sent'];

const follow = {
  as: (email) => html`Vous allez vous connecter en tant que <strong>${email}</strong> dans ce navigateur.`,
  adds: (chatName, link) =>
    html`Ce navigateur est connecté avec le compte de chat <strong>${chatName}</strong>. Si vous vous connectez, l’adresse s’y ajoute : ${chatName} reçoit les rôles de tout ce qui a été acheté avec elle. Si ce n’est pas votre compte, déconnectez-vous d’abord dans ${link('vos adhésions')}.`,
  notYou: 'Si vous n’avez pas demandé ceci, fermez la page.',
} satisfies SignIn['follow'];

export const signIn = {
  toManage: (way) => `Pour gérer vos adhésions, connectez-vous ${ways[way]}.`,
  forApplication: (application, way) =>
    html`<strong>${application}</strong> souhaite savoir qui vous êtes. Connectez-vous ${ways[way]}.`,
  or: 'ou',
  withChat: (provider) => `Se connecter avec ${provider}`,
  byMail: 'Nous vous envoyons un lien de connexion par e-mail.',
  noMail:
    'Ce service n’envoie pas d’e-mails et ne peut donc pas confirmer d’adresses e-mail. Ouvrez cette page dans le navigateur avec lequel vous avez acheté.',
  notConnected:
    'Pas encore connecté ? Ouvrez cette page dans le navigateur avec lequel vous avez acheté, et connectez-y le compte. Ce service n’envoie pas d’e-mails et ne peut donc pas confirmer d’adresses e-mail.',
  withLicense: 'Consulter une adhésion avec sa clé de licence',
  license: {
    views: 'Elle vous permet de consulter son adhésion, mais pas de la modifier.',
    orMail:
      'Elle vous permet de consulter son adhésion. Laissez ce champ vide pour recevoir par e-mail un lien de connexion, qui permet aussi des modifications.',
    noMail:
      'Elle vous permet de consulter son adhésion. Ce service n’envoie pas d’e-mails ; pour modifier quelque chose, utilisez le navigateur avec lequel vous avez acheté.',
    unknown: 'Aucun achat avec cette adresse e-mail n’a cette clé de licence.',
    noProof: 'Une clé de licence ne montre que son adhésion. Elle ne prouve pas qui vous êtes.',
  },
  purchases: 'Ou continuez avec un achat de ce navigateur',
  purchase: (plan, day) => `${plan}, acheté le ${day}`,
  manage: (link) => html`Vous souhaitez plutôt gérer une adhésion ? Voyez ${link('vos adhésions')}.`,
  consent,
  sent,
  follow,
} satisfies SignIn;
