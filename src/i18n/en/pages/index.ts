import { chatAccount } from './chat-account.ts';
import { checkout } from './checkout.ts';
import { customer } from './customer.ts';
import { linking } from './linking.ts';
import { shared } from './shared.ts';
import { signIn } from './sign-in.ts';

/** All texts of the pages that people open in a browser. */
export const pages = { chatAccount, checkout, customer, linking, shared, signIn };
