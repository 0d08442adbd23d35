import type { Words } from '../../en/index.ts';
import { chatAccount } from './chat-account.ts';
import { checkout } from './checkout.ts';
import { customer } from './customer.ts';
import { linking } from './linking.ts';
import { shared } from './shared.ts';
import { signIn } from './sign-in.ts';

export const pages = { chatAccount, checkout, customer, linking, shared, signIn } satisfies Words['pages'];
