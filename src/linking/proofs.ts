import { createHash, randomBytes } from 'node:crypto';
import { isSameSecret } from '../same-secret.ts';

/** Returns a random secret for a session, a `state` or a PKCE verifier. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes a secret for storage, so that a leaked database doesn't reveal it. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Returns a form's CSRF token, derived from the session: another site can read neither the page nor the cookie. */
export const formProof = (session: string): string => digest(`form ${session}`);

/** Returns whether a form carries the CSRF token of its session. */
export const isOurForm = (session: string, proof: string): boolean => isSameSecret(proof, formProof(session));
