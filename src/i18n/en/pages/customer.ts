import { pluralIn } from '../../format.ts';

const plural = pluralIn('en');

const days = (count: number): string => plural(count, 'day', `${count} days`);

/** A membership's state in a sentence or two. Days and amounts are formatted; `undefined` means nothing is due. */
const standing = {
  trialEnds: (end: string) => `Your free trial ends on ${end}, and nothing is charged.`,
  trialThen: (end: string, amount: string | undefined) =>
    `Your free trial lasts until ${end}. Then ${amount === undefined ? 'it continues for free' : `${amount} is charged`}.`,
  ends: (end: string) => `It ends on ${end}, and nothing more is charged.`,
  renews: (end: string, amount: string | undefined) =>
    `It renews on ${end}, ${amount === undefined ? 'and nothing is charged' : `when ${amount} is charged`}.`,
  overdue: (amount: string, end: string) =>
    `The payment of ${amount} that was due on ${end} didn’t go through.`,
  failed: (amount: string, end: string) =>
    `Every attempt to charge the ${amount} that was due on ${end} has failed.`,
  stillAccess: 'You still have access.',
  noAccess: 'Your access is off until you pay.',
  unpaidEnds: (day: string) => `If it stays unpaid, it ends on ${day}.`,
  triedAgain: (day: string) => `We will try again on ${day}.`,
  lasts: (end: string) => `It lasts until ${end}.`,
  forGood: 'It is paid for, and yours for good.',
  ended: (day: string) => `It ended on ${day}.`,
  refillUntil: (day: string) => `It can be topped up until ${day}.`,
  over: (day: string | undefined) =>
    `It ended${day === undefined ? '' : ` on ${day}`}, and nothing more is charged.`,
};

/** Why a visitor who isn't simply its owner sees a membership. */
const access = {
  unclaimed:
    'This was bought with your e-mail address, but in a browser where you have never signed in. If that was you, sign in there once, so that you can use the card that paid for it here too.',
  purchase: (email: string) =>
    `You bought this in this browser. You can change it only here until you confirm that ${email} is yours.`,
  chatOwns:
    'This was bought in this browser and then connected to a chat account. It now belongs to the owner of that account, so here you can only view it. If the account is yours, sign in with it.',
  emailOwns:
    'This was bought in this browser, and someone has since confirmed that its e-mail address is theirs. It now belongs to them, so here you can only view it. If the address is yours, sign in.',
  emailOwnsYouPay:
    'This was bought in this browser, and someone has since confirmed that its e-mail address is theirs. It now belongs to them, so here you can only view it, and cancel it so that your card isn’t charged again. If the address is yours, sign in.',
  license: 'You are viewing this with its license key, which doesn’t allow changes.',
};

/** Confirmations at the top of the page. */
const done = {
  cancel: 'Canceled.',
  resume: 'The cancellation was undone.',
  refill: 'Topped up. Thank you!',
  pay: 'Paid. Thank you!',
  'replace-key': 'The license key was replaced. The new key is below.',
  connect: (name: string) => `Connected: ${name} is your chat account here.`,
};

const actions = {
  label: 'Change it',
  pay: { title: 'Pay the overdue amount', button: (amount: string) => `Pay ${amount}` },
  refill: {
    title: 'Top up',
    adds: (count: number) => `Adds ${plural(count, 'one more day', `${count} more days`)}.`,
    addsFromToday: (count: number) =>
      `Adds ${plural(count, 'one more day', `${count} more days`)}, from today.`,
    button: (amount: string) => `Top up for ${amount}`,
    free: 'Top up for free',
  },
  resume: {
    title: 'Changed your mind?',
    text: 'Your membership continues as if it had never been canceled.',
    button: 'Keep the membership',
  },
  cancel: {
    title: 'Cancel the membership',
    foreign:
      'Your card isn’t charged again. The owner keeps the membership until the end of the time that is paid for. You can’t undo this.',
    overdue: 'Your membership ends when the next payment would be attempted. You can undo this until then.',
    until: (day: string) =>
      `You keep your membership until ${day}, and nothing more is charged. You can undo this until then.`,
    button: 'Yes, cancel it',
  },
  replaceKey: {
    title: 'Replace the license key',
    text: 'Your current key stops working immediately, wherever it is used.',
    claims: 'It also makes the membership yours: the card that paid for it is removed.',
    button: 'Yes, replace it',
  },
  card: {
    number: 'Card number',
    another: 'Another card',
    /** @param card the one on file, as in `paidWith` */
    onFile: (card: string) => `If you leave this empty, ${card} is charged.`,
  },
};

/** Payment methods on file. */
const paidWith = {
  card: (last4: string) => `the card ending in ${last4}`,
  wallet: () => 'the wallet',
  commerce_crypto: () => 'the crypto wallet',
};

const payments = {
  title: 'Payments',
  none: 'Nothing has been charged so far.',
  latest: (most: number) => `Only the latest ${most} payments are shown.`,
  noCard: 'Not paid: no card',
  /** @param last4 of the card; undefined if it isn't named */
  declined: (last4: string | undefined) =>
    `Declined${last4 === undefined ? '' : `, card ending in ${last4}`}`,
  paid: (last4: string | undefined) => `Paid${last4 === undefined ? '' : `, card ending in ${last4}`}`,
  refunded: (amount: string) => `Paid, ${amount} refunded`,
};

/** The pages on which buyers manage their memberships. */
export const customer = {
  title: 'Your memberships',
  one: 'Your membership',
  signedInAs: 'Signed in as',
  withLicense: 'Viewing with a license key',
  signOut: 'Sign out',
  nothing: {
    email: 'Nothing has been bought with this e-mail address.',
    chat: 'Nothing has been connected to this chat account.',
  },
  bought: (plan: string, day: string) => `${plan} · bought on ${day}`,
  previous: 'Previous page',
  next: 'Next page',
  notFound: {
    title: 'Not found',
    heading: 'There is no such membership',
    notYours: 'Or it isn’t yours: you are signed in as',
    other: 'If it belongs to another account or e-mail address of yours, sign in with that one.',
  },
  /** What a plan costs. */
  plan: {
    free: 'Free',
    every: (price: string, period: number) => `${price} every ${days(period)}`,
    lasting: (price: string, count: number) => `${price} for ${days(count)}`,
    once: (price: string) => `${price}, once`,
  },
  facts: {
    plan: 'Plan',
    ends: 'Ends',
    ended: 'Ended',
    nextCharge: 'Next charge',
    charge: (amount: string, day: string) => `${amount} on ${day}`,
    overdue: 'Overdue',
    paidWith: 'Paid with',
    noChat: 'None',
    unconfirmed: (name: string) => `${name} (not confirmed)`,
    bought: 'Bought',
  },
  standing,
  access,
  done,
  actions,
  paidWith,
  payments,
};
