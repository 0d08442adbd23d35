import { html } from '@remix-run/html-template';
import { wait as inTime } from './shared.ts';

/** Who signed in where, above what follows from it. */
const signedInAs = (provider: string, name: string) =>
  html`You signed in with ${provider} as <strong>${name}</strong>`;

/** Why a sign-in with a chat account failed, and what to do. */
const outcomes = {
  denied: {
    title: 'You didn’t sign in',
    text: (provider: string) =>
      `You didn’t give permission at ${provider}, so we don’t know which account is yours.`,
  },
  over: {
    title: 'This sign-in is no longer valid',
    text: 'It was already used, took more than ten minutes, or was started in another browser. Nothing was changed.',
  },
  unavailable: {
    title: (provider: string) => `We can’t reach ${provider}`,
    text: 'Nothing was changed. Please try again in a minute.',
  },
  unknown: {
    title: 'No purchases are connected to this account',
    who: (provider: string, name: string) => html`${signedInAs(provider, name)}.`,
    text: 'This account isn’t connected to any purchase yet. Entering it at checkout isn’t enough, because anyone can do that.',
    openHere: 'Open your memberships in the browser you bought with, and connect the account there.',
    byMail: 'Or get a sign-in link at the e-mail address you bought with, then connect the account.',
    another: 'Do you have another account? Sign in with that one.',
  },
  taken: {
    title: 'This account belongs to another customer',
    who: (provider: string, name: string) =>
      html`${signedInAs(provider, name)}, which is already connected to another customer. Nothing was changed.`,
    text: 'Is that customer you? Sign out, then sign in with that account to see its purchases. To combine both, contact the shop.',
  },
  notYours: {
    title: 'Nothing was connected',
    text: 'You were signed out, or someone has since confirmed that the purchase is theirs. Sign in again.',
  },
  tooOften: {
    title: 'You’ve changed your chat account too often',
    who: (provider: string, name: string) => html`${signedInAs(provider, name)}. Nothing was changed.`,
    text: (seconds: number) =>
      `Your connected account can be changed five times in an hour. Please try again ${inTime(seconds)}.`,
  },
  signedInTooOften: {
    title: 'You’ve signed in too often',
    who: (provider: string, name: string) => html`${signedInAs(provider, name)}, but not here.`,
    text: (seconds: number) =>
      `With a chat account you can sign in here thirty times in 24 hours. Please try again ${inTime(seconds)}.`,
  },
  fault: {
    title: 'Something went wrong',
    text: 'That was our fault, not yours. Please try again in a minute.',
  },
};

/** Buyers' chat accounts: the part of a page that connects one, and the page that says why that failed. */
export const chatAccount = {
  connectedWith: (provider: string) => `Connected with ${provider}`,
  connected:
    'Your access in the community goes to this account. Sign in with it to open this page from any browser.',
  connectAnother: 'Connect another account',
  title: 'Connect your chat account',
  unconfirmed: (name: string) =>
    html`You entered <strong>${name}</strong>, but haven’t confirmed yet that it is yours.`,
  text: (provider: string) =>
    `Sign in with ${provider} once. Your access in the community then goes to that account, and you can open this page from any browser.`,
  connect: (provider: string) => `Connect with ${provider}`,
  outcomes,
  goBack: 'Go back',
  tryAgain: 'Try again',
};
