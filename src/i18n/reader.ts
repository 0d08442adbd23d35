import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { LANGUAGES, type Words, wordsFor } from './index.ts';

/** Characters of the header that are read. Browsers send fewer; the rest is ignored. */
const LONGEST = 200;

/** Headers of a page in the reader's language: a cache must not give it to others. */
export const IN_READERS_LANGUAGE = { vary: 'Accept-Language' };

/** Returns the words of the language that a browser prefers among ours (`Accept-Language`); English if it wants none. */
export function wordsOf({ headers }: { readonly headers: IncomingHttpHeaders }): Words {
  const wanted = (headers['accept-language'] ?? '').slice(0, LONGEST);
  return wordsFor(new Negotiator({ headers: { 'accept-language': wanted } }).language([...LANGUAGES]));
}
