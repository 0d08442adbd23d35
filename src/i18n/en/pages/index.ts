import { linking } from './linking.ts';
import { shared } from './shared.ts';

/** All texts of the pages that people open in a browser. */
export const pages = { linking, shared };
