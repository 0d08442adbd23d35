import { html, type SafeHtml } from '@remix-run/html-template';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('en');

/** Ways to sign in, for the sentences in which they are named. */
const ways = {
  email: 'with the e-mail address you bought with',
  chat: 'with the chat account you connected to your purchase',
  both: 'with the e-mail address you bought with, or with the chat account you connected to your purchase',
};
export type Way = keyof typeof ways;

/** The page that asks whether an application may read a buyer's data. */
const consent = {
  title: (application: string) => `Allow ${application}?`,
  heading: (application: string) => `Allow ${application} to see your data?`,
  purchase: (plan: string) =>
    html`You continue with one purchase from this browser: <strong>${plan}</strong>.`,
  person: (name: string | undefined) => html`You are signed in as <strong>${name}</strong>.`,
  will: (application: string) => html`<strong>${application}</strong> will be able to:`,
  scopes: {
    profile: 'See your name and username',
    email: 'See your e-mail address',
    memberships: 'See your memberships',
    social_accounts: 'See the chat accounts that you have bought for',
  },
  cannot: (host: string) =>
    html`It can’t change or buy anything. Afterwards you return to <strong>${host}</strong>.`,
  allow: 'Allow',
  deny: 'Don’t allow',
  another: 'Not you? Sign in as somebody else',
  /** @param link to the buyer's memberships, with the label given */
  bought: (link: (label: string) => SafeHtml) =>
    html`You can see what you have bought in ${link('your memberships')}.`,
};

/** The page after a link was requested. */
const sent = {
  title: 'Check your inbox',
  onItsWay: (email: string) => html`A sign-in link is on its way to <strong>${email}</strong>.`,
  sandbox: (inboxUrl: string) =>
    html`This sandbox sends no real mail. Find the message in its <a href="${inboxUrl}">mailbox</a>.`,
  hint: (back: string) =>
    html`The link works once, within 15 minutes, in this browser. Nothing there after a minute or two? Check your spam folder, or <a href="${back}">go back</a>.`,
  waiting(email: string, minutes: number, time: string) {
    const ago = minutes < 1 ? 'just now' : plural(minutes, 'a minute ago', `${minutes} minutes ago`);
    return html`No new mail was sent. Several sign-in links were already sent to <strong>${email}</strong>, the latest ${ago}, at ${time}.`;
  },
  until: (time: string) =>
    `The latest link also works in this browser, until ${time}. After that you can request a new one.`,
  notYou:
    'Didn’t request those mails? Then someone else typed your address. They can’t sign in without a link from your inbox.',
};

/** The page of a link in the mail. */
const follow = {
  as: (email: string) => html`You are about to sign in as <strong>${email}</strong> in this browser.`,
  /** @param link to the buyer's memberships, with the label given */
  adds: (chatName: string, link: (label: string) => SafeHtml) =>
    html`This browser is signed in with the chat account <strong>${chatName}</strong>. Signing in adds the address to it: ${chatName} gets the roles of everything bought with the address. If that isn’t your account, sign out on ${link('your memberships')} first.`,
  notYou: 'If you didn’t request this, close the page.',
};

/** Signing in, and granting an application access. */
export const signIn = {
  toManage: (way: Way) => `To manage your memberships, sign in ${ways[way]}.`,
  forApplication: (application: string, way: Way) =>
    html`<strong>${application}</strong> wants to know who you are. Sign in ${ways[way]}.`,
  or: 'or',
  withChat: (provider: string) => `Sign in with ${provider}`,
  byMail: 'We mail you a sign-in link.',
  noMail:
    'This service sends no mail, so it can’t confirm e-mail addresses. Open this page in the browser you bought with.',
  notConnected:
    'Not connected yet? Open this page in the browser you bought with, and connect the account there. This service sends no mail, so it can’t confirm e-mail addresses.',
  withLicense: 'View a membership with its license key',
  license: {
    views: 'It lets you view its own membership, but not change it.',
    orMail:
      'It lets you view its own membership. Leave it empty to get a sign-in link by e-mail, which also lets you make changes.',
    noMail:
      'It lets you view its own membership. This service sends no mail, so use the browser you bought with to make changes.',
    unknown: 'No purchase with this e-mail address has this license key.',
    noProof: 'A license key only shows its own membership. It doesn’t prove who you are.',
  },
  purchases: 'Or continue with a purchase from this browser',
  purchase: (plan: string, day: string) => `${plan}, bought on ${day}`,
  /** @param link to the buyer's memberships, with the label given */
  manage: (link: (label: string) => SafeHtml) =>
    html`Want to manage a membership instead? See ${link('your memberships')}.`,
  consent,
  sent,
  follow,
};
