import { html } from '@remix-run/html-template';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('en');

const days = (count: number): string => plural(count, 'day', `${count} days`);
const freeDays = (count: number): string => plural(count, 'after a free day', `after ${count} free days`);

/** What a plan costs, and when. Amounts are formatted, and come from `free` or `freely` where nothing is due. */
const terms = {
  /** An amount of nothing, on its own. */
  free: 'Free',
  /** An amount of nothing, within a sentence. */
  freely: 'free',
  once: 'once',
  every: (period: number) => `every ${days(period)}`,
  /** A price that ends after some charges. */
  everyTimes: (period: number, times: number) => `every ${days(period)}, ${times} times`,
  /** A price of one charge only. */
  forFirst: (period: number) => `for the first ${days(period)}`,
  forSecond: (period: number) => `for the second ${days(period)}`,
  everyAfterTrial: (period: number, trial: number) => `every ${days(period)}, ${freeDays(trial)}`,
  /** The prices that follow are in the list below. */
  afterTrialAsBelow: (trial: number) => `${freeDays(trial)}, then as below`,
  afterTrialThen: (trial: number, amount: string, period: number) =>
    `${freeDays(trial)}, then ${amount} every ${days(period)}`,
};

/** What the buyer gets, one per line. */
const gets = {
  atOnce: 'Access from the moment of purchase',
  forGood: 'Yours for good: one payment, no renewals',
  forGoodFree: 'Yours for good, nothing to pay',
  lasts: (count: number) => `Lasts ${days(count)}: one payment, no renewals`,
  lastsFree: (count: number) => `Lasts ${days(count)}, nothing to pay`,
  trial: (count: number) => `Free for the first ${days(count)}`,
  renewsFree: (period: number) => `Renews every ${days(period)}, nothing to pay`,
  renews: (amount: string, period: number) => `Renews at ${amount} every ${days(period)}`,
  thenRenews: (amount: string, period: number) => `Then ${amount} every ${days(period)}`,
  /** The first charges, at a price of their own. */
  first: (times: number, period: number, amount: string) =>
    times === 1
      ? `First ${days(period)}: ${amount}`
      : `First ${times} times ${days(period)}: ${amount} each time`,
  /** Further charges, at another price. */
  next: (times: number, period: number, amount: string) =>
    times === 1
      ? `Then ${days(period)}: ${amount}`
      : `Then ${times} times ${days(period)}: ${amount} each time`,
  afterThat: (amount: string, period: number) => `After that: ${amount} every ${days(period)}`,
};

const form = {
  details: 'Your details',
  filledIn: (email: string) =>
    html`The link you followed filled this in. What you buy belongs to whoever reads the mail of <strong>${email}</strong>. If that isn’t you, enter your own address.`,
  filledInForEntry: (email: string) =>
    html`The link you followed filled this in. What you buy belongs to whoever reads the mail of <strong>${email}</strong>. If that isn’t you, don’t buy here.`,
  username: 'Username',
  chatId: 'Community chat id',
  chatHint: 'The id number of your account in the community’s chat. This account gets what you buy.',
  chatFilledIn: (id: string) =>
    html`The link you followed filled this in. The account <strong>${id}</strong> gets what you buy. If it isn’t yours, enter your own account’s id or leave this empty.`,
  update: 'Update',
  havePromo: 'Have a promo code?',
  apply: 'Apply',
  applied: (code: string) => `${code} is applied.`,
  choose: 'Please choose',
  price: 'Price',
  due: 'Due today',
  dueEach: 'Due today, for each',
  place: 'A place is reserved for you. You can use this link once.',
  startTrial: 'Start free trial',
  joinFree: 'Join for free',
  buy: 'Buy now',
  pay: (total: string) => `Pay ${total}`,
};

const methods = {
  legend: 'Pay by',
  card: { title: 'Card', label: 'Card number', test: 'Test cards only, no money moves:' },
  wallet: { title: 'Wallet', label: 'Wallet account', test: 'Test wallets only, no money moves:' },
  commerce_crypto: { title: 'Crypto', label: 'Wallet address', test: 'Test crypto only, no money moves:' },
  /** After `test`: which account does what. */
  approved: (account: string, declined: string) =>
    html`<span class="number">${account}</span> is approved, <span class="number">${declined}</span> declined.`,
};

/** The result of a purchase. */
const result = {
  title: 'Thank you',
  heading: 'You’re in. Thank you!',
  connect: (plan: string) =>
    `${plan} is yours. One step is left: connect your chat account below to get your access in the community.`,
  done: (plan: string) =>
    `${plan} is yours, and your access is being set up right now. You can close this page.`,
  manage: 'Manage your membership',
  /** @param link address of the page that confirms an e-mail address */
  onlyHere: (link: string, email: string) =>
    html`For now, you can manage this purchase only in this browser. <a href="${link}">Confirm that ${email} is yours</a> to see it with all your purchases, wherever you sign in.`,
  status: 'Status',
  communityChat: 'Community chat',
  trialEnds: 'Trial ends',
  renewsOn: 'Renews on',
  ends: 'Ends',
};

/** Waiting lists and raffles. */
const list = {
  waitlist: {
    title: 'Join the waiting list',
    text: 'This plan is sold to people on its waiting list. When a place is yours, you get a link to buy it.',
    button: 'Join the waiting list',
    hint: 'Nothing is charged now, and you don’t have to buy later.',
  },
  raffle: {
    title: 'Enter the raffle',
    text: 'Winners are drawn from all entries. Each winner gets a link to buy.',
    button: 'Enter the raffle',
    hint: 'Entering costs nothing. One entry per person.',
  },
  joined: {
    title: 'You’re on the list',
    waitlist: 'You’re on the list.',
    raffle: 'You’re in the raffle.',
    next: {
      waiting:
        'When a place is yours, you will be sent a link to buy it. You can close this page. Nothing was charged.',
      accepted: 'A place is yours. To buy it, use the link that you are sent. Nothing was charged.',
      bought: 'Your place has already been used. Nothing was charged.',
      expired: 'Your place was reserved for a limited time, which has passed. Nothing was charged.',
      withdrawn: 'The shop has removed this entry from the list. Nothing was charged.',
    },
    plan: 'Plan',
    entry: 'Entry',
    once: 'Each e-mail address counts once and gets one place.',
  },
};

/** The page on which visitors buy a plan. */
export const checkout = {
  title: 'Checkout',
  /** Label of the plan's description, for screen readers. */
  whatYouGet: 'What you get',
  /** Before the price without a discount, for screen readers. */
  insteadOf: 'instead of',
  terms,
  gets,
  left: (units: number) => plural(units, 'The last one', `${units} left`),
  onePerPerson: 'One per person',
  form,
  methods,
  password: {
    title: 'This link has a password',
    wrong: 'This password is wrong. Check it and try again.',
    ask: 'Ask the person who sent you the link.',
    label: 'Password',
  },
  unchecked:
    'Too many links with wrong details were opened recently, so the details in your link were not checked. Enter them here, or open the link again in ten minutes.',
  /** Titles of a plan that can't be bought; the reason follows. */
  closed: {
    notOnSale: 'Not on sale',
    noMethod: 'Not on sale here',
    used: 'Already used',
    withdrawn: 'No longer yours',
    late: 'Too late',
    soldOut: 'Sold out',
    notOpen: 'Not open yet',
    over: 'Closed',
    badLink: 'Invalid link',
  },
  list,
  result,
  /** Pages that say why there is no checkout, and what to do. */
  nothing: {
    title: 'Nothing to buy here',
    advice: 'Check the link, or ask the person who sent it for a new one.',
  },
  foreign: { title: 'Not from our page', advice: 'If a link brought you here, open it in a new window.' },
  later: {
    title: 'Please try again later',
    advice: 'Then go back and send the form again. You buy only once, even if you send it several times.',
  },
  fault: {
    title: 'Something went wrong',
    text: (requestId: string) =>
      `That was our fault, not yours. If it happens again, tell us this request id: ${requestId}.`,
    advice: 'Go back and send the form again. You buy only once, even if you send it several times.',
  },
};
