import { pluralIn } from '../../format.ts';

const plural = pluralIn('en');

/** When to try again, within a sentence. @param seconds rounded up */
export function wait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `in ${Math.ceil(minutes / 60)} hours`;
  return plural(Math.max(minutes, 1), 'in a minute', `in ${minutes} minutes`);
}

/** Texts of several kinds of pages. */
export const shared = {
  /** Shown while the browser is being sent to another site, for those that don't go by themselves. */
  onward: {
    title: 'One moment',
    text: (host: string) => `We are taking you to ${host} to sign in.`,
    button: 'Continue',
  },
  /** After the label of a field. */
  optional: '(optional)',
  /** The name of a plan whose product has none. */
  membership: 'Membership',
  email: 'E-mail',
  licenseKey: 'License key',
  promoCode: 'Promo code',
  quantity: 'Quantity',
  chatAccount: 'Chat account',
  continue: 'Continue',
  signIn: 'Sign in',
  statuses: {
    trialing: 'Free trial',
    active: 'Active',
    past_due: 'Payment overdue',
    completed: 'Active',
    canceled: 'Ended',
    expired: 'Ended',
    unresolved: 'Unpaid',
  },
  /** The page that says why something was refused. */
  problem: {
    title: 'This didn’t work',
    fault: (requestId: string) => `That was our fault, not yours (${requestId}).`,
    reload: 'Go back, reload the page and try again.',
    reloadToSee: 'Go back and reload the page to see the current state.',
    later: 'Go back and try again in a minute.',
    startAgain: 'Go back to where you came from and start again.',
    startAgainThen: 'Then go back and start again.',
  },
};
