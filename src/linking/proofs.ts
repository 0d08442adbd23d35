import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret that can't be guessed: for a session, a `state`, a PKCE verifier. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret, so that whoever reads it has nothing. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * What a form of ours carries: bound to the browser's session, and useless without it, as another site can
 * read neither the page nor the cookie.
 */
export const formProof = (session: string): string => digest(`form ${session}`);

/** Whether a form carries its session's proof. */
export const isOurForm = (session: string, proof: string): boolean =>
  timingSafeEqual(Buffer.from(digest(proof)), Buffer.from(digest(formProof(session))));
