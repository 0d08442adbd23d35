import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { Fault } from './errors.ts';

/** Tokens that a service returned for a code. */
export const Tokens = Type.Object({
  access: Type.String(),
  refresh: Type.Optional(Type.String()),
  /** Expiry of the access token, in milliseconds since the epoch. */
  expiresAt: Type.Integer(),
  scopes: Type.Array(Type.String()),
});
export type Tokens = Static<typeof Tokens>;

/** An account used for signing in. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

const TEXT = Type.String({ minLength: 1, maxLength: 4096 });

/** RFC 6749, 5.1. Services may leave out all but the access token. */
export const TokenAnswer = Type.Object({
  access_token: TEXT,
  refresh_token: Type.Optional(Type.Union([TEXT, Type.Null()])),
  expires_in: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  scope: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Assumed lifetime of an access token if the service gives none, in seconds. */
const USUAL_LIFE = 3600;

/** Reads a token answer; undefined if invalid. @param asked requested scopes, the default if the answer has none */
export function readTokens(answer: unknown, asked: readonly string[], now: Date): Tokens | undefined {
  return Value.Check(TokenAnswer, answer) ? toTokens(answer, asked, now) : undefined;
}

/** Reads a valid token answer, like `readTokens`. */
export function toTokens(answer: Static<typeof TokenAnswer>, asked: readonly string[], now: Date): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: life, scope } = answer;
  return {
    access,
    ...(refresh && { refresh }),
    expiresAt: now.getTime() + Math.floor((life ?? USUAL_LIFE) * 1000),
    scopes: scope ? scope.split(' ') : [...asked],
  };
}

/** Creates the error for a code or token that is invalid or expired. */
export const grantRefused = (): Fault =>
  new Fault('GRANT_REFUSED', 'The code or token is invalid or has expired. Its owner must sign in again.');

/** Returns the challenge for a PKCE verifier (RFC 7636, S256). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
