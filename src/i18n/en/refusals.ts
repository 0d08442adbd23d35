import { pluralIn } from '../format.ts';
import { wait } from './pages/shared.ts';

const plural = pluralIn('en');

/** Payment methods in refusals. */
const methods = { card: 'cards', wallet: 'wallets', commerce_crypto: 'crypto' };
export type Method = keyof typeof methods;

/**
 * What the Commerce Service refuses, and why: shown on its pages in the reader's language, and to API clients in
 * English. Quoted names such as `email` are fields of the API.
 */
export const refusals = {
  /** A refusal that only a program causes. Pages in other languages show a general text. */
  forPrograms: (message: string) => message,
  crossOrigin: 'Another website sent this, so nothing was done. Open our page yourself and try again there.',
  formTooLarge: (kibibytes: number) =>
    `This form is larger than ${kibibytes} KiB. Shorten your text and send it again.`,
  tooManyFields: (most: number) =>
    `A form may have at most ${most} fields. Send only the fields of this page.`,
  repeatedField: 'A form may contain each field only once. Remove the duplicates and send it again.',
  database: {
    full: 'Our database can’t be written to at the moment. Please try again in a minute.',
    late: 'Our database takes too long to answer at the moment. Please try again in a minute.',
    unreachable: 'Our database can’t be reached at the moment. Please try again in a minute.',
  },
  busy: 'This service is very busy at the moment. Nothing was changed. Please try again.',
  tooManyRequests: (most: number, window: number, by: 'key' | 'address', seconds: number) =>
    `Too many requests. The limit is ${most} per ${window} s and ${by}. Try again in ${seconds} s.`,
  tooManyFailures: (seconds: number) => `Too many attempts have failed. Please try again ${wait(seconds)}.`,
  /** @param outcome what didn't happen, one of the texts below */
  tooOften: (outcome: string, most: number, seconds: number) =>
    `${outcome}, because this is possible only ${most} times in 24 hours. Please try again ${wait(seconds)}.`,
  notSignedIn: {
    person: 'You weren’t signed in with this e-mail address',
    chat: 'You weren’t signed in with this chat account',
    purchase: 'You weren’t signed in with this purchase',
    license: 'You weren’t signed in with this license key',
  },
  notDone: {
    'undo cancellation': 'Your cancellation wasn’t undone',
    'replace license key': 'Your license key wasn’t replaced',
    'top up for free': 'Your membership wasn’t topped up',
  },
  noAccess: (application: string) => `${application} didn’t get access`,
  tooManyGiveaways: (most: number, seconds: number) =>
    `Your network address has made ${most} free purchases (also trials) or list entries in a short time, so yours was not accepted. Please try again ${wait(seconds)}.`,
  tooManyLinks: (minutes: number) =>
    `Too many links were requested from your network, so no mail was sent. Please try again in ${minutes} min.`,

  field: {
    required: (names: readonly string[]) =>
      `${names.join(', ')} ${plural(names.length, 'is', 'are')} required.`,
    oneOf: (name: string, values: readonly string[]) => `${name} must be one of: ${values.join(', ')}.`,
    atLeast: (name: string, limit: string) => `${name} must be at least ${limit}.`,
    atMost: (name: string, limit: string) => `${name} must be at most ${limit}.`,
    empty: (name: string) => `${name} must not be empty.`,
    type: (name: string, types: string) => `${name} must be of type ${types}.`,
    /** @param expected in English */
    pattern: (name: string, expected: string) => `${name} must be ${expected}.`,
    /** @param why in English */
    other: (name: string, why: string) => `${name} ${why}.`,
  },

  sessionClosed: 'Your link is no longer valid. Ask the seller for a new one.',
  noPlan: 'There is no plan at this address.',
  noMembership: 'There is no such membership.',
  notOnSale: 'This plan is no longer sold.',
  outlastsTime: 'This plan would last beyond January 19, 2038, the latest date this shop supports.',
  endsBeyondTime: 'The end would be after January 19, 2038, the latest date that a timestamp can hold.',
  noMethod: 'This plan has no payment method, so it can’t be bought.',
  soldOut: 'This plan is sold out.',
  soldOutNow: 'This plan is sold out. Nothing was charged.',
  soldOutInQuantity: 'This plan is sold out in this quantity. Nothing was charged.',
  opensOn: (day: string) => `This plan opens on ${day}.`,
  closedOn: (day: string) => `This plan closed on ${day}.`,
  claimUsed: 'Your place has already been used. Each place works once.',
  claimWithdrawn: 'The shop has withdrawn your place.',
  claimLate: 'Your place was reserved for a limited time, which has passed.',
  claimGone: 'Your place has already been used or is no longer reserved. Each place works once.',
  claimUnknown: 'This link is not valid. Open the link that you were sent again.',
  claimOfAnother: 'This place is reserved for the person who joined. Use the e-mail address you joined with.',
  claimNeeded: {
    waitlist: 'This plan has a waitlist and can’t be bought directly.',
    raffle: 'This plan is sold by raffle and can’t be bought directly.',
  },
  raffleEntered:
    'You have already entered this raffle with another e-mail address. Each person can enter once.',
  oneUnit: {
    perPerson: 'quantity must be 1: each person can buy this plan only once.',
    perOrder: 'quantity must be 1: this plan doesn’t allow several units at once.',
    perPlace: 'quantity must be 1: a place on the list is for one unit.',
  },
  quantityTooHigh: (limit: string) => `quantity is too high: a charge must be below ${limit}.`,
  passwordNeeded: 'This plan needs a password. Yours is missing or wrong.',
  sessionTaken:
    'checkout_session was already used for another purchase. Open the page again to start a new one.',
  notAnAccount:
    'community_chat_id must be the id of an account in the community chat, not its name: a number of 17 to 19 digits. Leave it out if you don’t know it.',
  namedTooOften: (times: number) =>
    `This plan was already bought ${times} times for this chat account, and no buyer has confirmed that the account is theirs. Leave community_chat_id empty, and connect or link your account after the purchase. Nothing was charged.`,

  emailNotInvited: 'This plan is only for certain e-mail addresses, and yours isn’t one of them.',
  boughtBefore: 'This plan can be bought only once per person, and you have already bought it.',
  membersOnly:
    'This plan is only for members of another product of this shop. If you are a member, sign in first.',
  customerTooNew: (days: number) =>
    `This plan is only for people who have been customers for at least ${plural(days, 'a day', `${days} days`)}. If you have been, sign in first.`,

  promo: {
    unknown: 'We don’t know this promo code. Check its spelling or leave it out.',
    inactive: 'This promo code is no longer accepted.',
    expired: 'This promo code has expired.',
    usedUp: 'This promo code is used up. Nothing was charged.',
    otherPlan: 'This promo code doesn’t apply to this plan.',
    freePlan: 'This plan is free, so there is nothing to discount. Leave the promo code out.',
    newCustomers: 'This promo code is only for new customers, and you have bought here before.',
    members: 'This promo code is only for members. If you are a member, sign in first.',
  },

  questionsChanged: 'The questions for this plan have changed. Please review your answers.',
  answer: {
    text: (question: string) => `“${question}” must be answered with a text.`,
    ticked: (question: string) => `“${question}” must be ticked.`,
    needed: (question: string) => `“${question}” needs an answer.`,
    oneOf: (question: string, options: readonly string[]) =>
      `“${question}” must be answered with one of: ${options.join(', ')}.`,
    tick: (question: string, ticked: string) =>
      `“${question}” must be answered with true or “${ticked}”, or be left out.`,
    unshowable: (question: string) =>
      `The answer to “${question}” contains characters that can't be shown. Type it again.`,
    tooLong: (question: string, most: number) =>
      `The answer to “${question}” must be ${most} ${plural(most, 'character', 'characters')} or fewer.`,
  },

  methodRefused: (method: Method, accepted: readonly string[]) =>
    `This plan doesn’t accept ${methods[method]}: payment_method must be one of: ${accepted.join(', ')}.`,
  accountNeeded: (field: string, price: string) => `${field} is required: this plan costs ${price}.`,
  /** Why a charge failed. Also stored with the payment, in English. */
  declined: {
    card: 'The card was declined. Nothing was charged.',
    wallet: 'Wallet payment was declined. Nothing was charged.',
    commerce_crypto: 'Crypto payment was declined. Nothing was charged.',
    cardOnFile: 'The card was declined.',
    noCard: 'There is no card to charge.',
  },
  testCardsOnly: (card: string) => `This shop takes test cards only: use ${card}. Nothing was charged.`,
  testAccountsOnly: (account: string) =>
    `This shop takes test accounts only: use ${account}. Nothing was charged.`,
  noCards: 'This plan doesn’t accept cards. Leave card_number out.',
  ownCard: 'Enter a card of your own. The one on file may belong to someone else who bought this.',
  othersPay: 'Someone else may have paid for this, and goes on paying. Buy the plan yourself instead.',

  noPeriod: (status: string) => `This membership is ${status} and has no period to end.`,
  notRefillable: (status: string) => `This membership is ${status} and can’t be topped up.`,
  refillOver: 'The period for topping up this membership is over.',
  endChanged: 'The end of this membership has changed in the meantime. Nothing was charged.',
  nothingOverdue: (status: string) => `This membership is ${status}, and nothing is overdue.`,
  onlyToView: 'You can only view this membership. To change it, sign in as its owner.',

  signedOut: 'You were signed out. Go back and start again.',
  signedOutOrForeign: 'You were signed out, or this form isn’t from this page.',
  otherBrowserOrSignedOut: 'This form is from another browser, or you were signed out.',
  otherBrowserOrNoCookies: 'This form is from another browser, or this browser blocks cookies.',
  onlyBuyerConnects: 'Only the buyer can connect a chat account. Sign in first.',
  notBoughtHere: 'This wasn’t bought in this browser, or someone has since confirmed that it is theirs.',
  noMailNoLink: 'license_key is required, because this service sends no mail.',
  linkGone: 'This link was already used, or its 15 minutes are over. Go back and request a new one.',
  linkOfAnother:
    'This link works only in a browser where you requested one. Copy its address and open it there, or request a link here and then open this one again. If you didn’t request it, close the page.',
  noApplication: 'No application with this client_id is registered here.',
  applicationGone: 'The application is no longer registered here.',
  otherRedirect: 'redirect_uri does not exactly match an address that the application has registered.',
};
