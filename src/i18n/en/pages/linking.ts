import { html } from '@remix-run/html-template';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('en');

/** Why a journey ended without a link, and what to do now. `again` labels the button that starts over. */
const failures = {
  denied: {
    title: 'Nothing was linked',
    what: 'You stopped, so nothing has changed.',
    next: 'If you change your mind, begin again at any time.',
  },
  expired: {
    title: 'This step has expired',
    what: 'It took more than ten minutes, or it was already done. Each step works once.',
    next: 'Nothing was linked by it. Begin again; it takes a minute.',
  },
  otherBrowser: {
    title: 'You started in another browser',
    what: 'To keep anyone from being tricked into linking another person’s account, all steps must happen in one browser with cookies allowed.',
    next: 'If someone sent you this link, close the page. If you started this yourself, begin again here.',
  },
  mixedUp: {
    title: 'This answer came from the wrong service',
    what: 'A different service answered than the one we sent you to, so the answer wasn’t used.',
    next: 'Begin again. If it happens twice, tell the people who run this community.',
  },
  forged: {
    title: 'This form isn’t from this page',
    what: 'Another site sent it, or your page is out of date. Nothing was done.',
    next: 'Begin again from here.',
  },
  wrongAccount: (name: string) => ({
    title: 'That is a different chat account',
    what: html`You signed in as <bdi>${name}</bdi>, but another account asked for this link.`,
    next: 'Switch to the account that typed /link and follow its link again. Or begin again with this account.',
    again: html`Begin as <bdi>${name}</bdi>`,
  }),
  alreadyLinked: {
    title: 'Your chat account is linked already',
    what: 'It is linked to the purchases of another e-mail address, and an account can have only one link.',
    next: 'To change that, type /unlink in the chat, then begin again.',
  },
  forbidden: (until: string) => ({
    title: 'You can’t link right now',
    what: `An admin of the community has blocked it until ${until}.`,
    next: 'If you think that is a mistake, talk to the admins.',
  }),
  tooOften: (time: string) => ({
    title: 'You have linked too often',
    what: 'A person can link six times within an hour. Nothing was linked this time.',
    next: `You can link again at ${time} UTC. To end a link, type /unlink in the chat at any time.`,
  }),
  unsupported: {
    title: 'Purchases can’t be linked here',
    what: 'The service where you bought doesn’t tell us who signed in, so we can’t check that the purchases are yours.',
    next: 'Ask the people who run this community to give you your roles.',
  },
  unavailable: {
    title: 'A service isn’t responding',
    what: 'Linking needs two other services, and one of them can’t be reached at the moment. Nothing was linked.',
    next: 'Wait a minute, then begin again.',
  },
  ended: {
    title: 'These accounts are no longer linked',
    what: 'The link was ended, or the purchases were linked to another chat account.',
    next: 'If that wasn’t you, begin again to link them once more.',
  },
  unreadable: {
    title: 'This address doesn’t work',
    what: 'It is incomplete, or it doesn’t belong to this site. Nothing was done.',
    next: 'If someone sent it to you, ask them to send it again. Or begin here.',
  },
  fault: (requestId: string) => ({
    title: 'Something went wrong',
    what: 'That was our fault, not yours. Nothing was linked.',
    next: `Begin again in a minute. If it happens again, tell the people who run this community, and mention request ${requestId}.`,
  }),
  tooMany: (seconds: number) => ({
    title: 'Too many attempts',
    what: 'There were too many attempts from your network address.',
    next: `Wait ${plural(seconds, 'a second', `${seconds} seconds`)}, then begin again.`,
  }),
};

/** The pages on which members link their purchases. */
export const linking = {
  /** Names of the steps, above the page. */
  steps: { label: 'Steps', chat: 'Chat account', purchases: 'Purchases', confirm: 'Confirm' },
  /** After a step's name, for screen readers. */
  stepDone: '(done)',
  start: {
    title: 'Link your accounts',
    heading: 'Link your purchases to your chat account',
    text: 'You then get the roles you have paid for automatically, now and with every later purchase.',
    chat: (platform: string) => `Sign in to your chat account with ${platform}.`,
    purchases: 'Sign in with the e-mail address you bought with.',
    confirm: 'Check both accounts and confirm.',
    button: (platform: string) => `Continue with ${platform}`,
    letsIn: 'If you aren’t in the server where your purchases give you a role, we add you to it.',
    safe: 'Nothing is linked until you confirm. Rolekeeper never sees your passwords, and can’t buy or post anything in your name.',
  },
  busy: 'We are checking your sign-in. This page continues automatically.',
  purchases: {
    title: 'Your purchases',
    heading: 'Now your purchases',
    account: 'Your chat account',
    text: 'Sign in with the e-mail address you bought with to confirm that the purchases are yours.',
    button: 'Sign in where you bought',
    stop: 'Not you, or not now? Stop here',
  },
  confirm: {
    title: 'Link these accounts?',
    heading: 'Link these two accounts?',
    chat: 'Chat account',
    /** Above the name of their buyer. */
    purchases: 'Purchases of',
    moves:
      'These purchases are currently linked to another chat account. If you confirm, it loses their roles and this account gets them.',
    button: 'Link them',
    refuse: 'Don’t link',
    hint: 'Confirm only if both are yours. The roles for these purchases go to this chat account and no other.',
  },
  done: {
    title: 'Linked',
    heading: 'Your accounts are linked',
    gets: (chatName: string, commerceName: string) =>
      html`<strong><bdi>${chatName}</bdi></strong> gets the roles for everything <strong><bdi>${commerceName}</bdi></strong> has bought and will buy.`,
    later:
      'This is taking longer than usual. Missing roles arrive automatically. Reload this page to check again.',
    noScript: 'Reload this page to see which roles have arrived.',
    close: html`You can close this page. To end the link, use <code>/unlink</code> in the chat.`,
    unknown: 'Your roles are on their way. They arrive automatically, even if you close this page.',
    none: 'None of your purchases gives a role at the moment. When you buy one that does, its role arrives automatically.',
    waiting: 'Roles on their way arrive in a moment, or once you have joined the server.',
    there: (guild: string) => html`yours in <bdi>${guild}</bdi>`,
    coming: (guild: string) => html`on its way in <bdi>${guild}</bdi>`,
    ended:
      'These accounts are no longer linked. The link was ended, or the purchases were linked to another chat account.',
  },
  failures,
  again: 'Begin again',
  /** On a page where the reader may not have begun yet. */
  beginHere: 'Begin here',
};
