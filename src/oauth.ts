import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { Fault } from './errors.ts';

/** What a service gave for a code. */
export const Tokens = Type.Object({
  access: Type.String(),
  refresh: Type.Optional(Type.String()),
  /** When the access token ends, in milliseconds since the epoch. */
  expiresAt: Type.Integer(),
  scopes: Type.Array(Type.String()),
});
export type Tokens = Static<typeof Tokens>;

/** An account that somebody signed in with. */
export interface Account {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
}

const TEXT = Type.String({ minLength: 1, maxLength: 4096 });

/** RFC 6749, 5.1. Services leave out all but the access token. */
export const TokenAnswer = Type.Object({
  access_token: TEXT,
  refresh_token: Type.Optional(Type.Union([TEXT, Type.Null()])),
  expires_in: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  scope: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** How long an access token is taken to be good whose service doesn't say, in seconds. */
const USUAL_LIFE = 3600;

/** @param asked the scopes that were asked for, which count where the answer names none */
export function readTokens(answer: unknown, asked: readonly string[], now: Date): Tokens | undefined {
  return Value.Check(TokenAnswer, answer) ? toTokens(answer, asked, now) : undefined;
}

/** The same of an answer that was checked. */
export function toTokens(answer: Static<typeof TokenAnswer>, asked: readonly string[], now: Date): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: life, scope } = answer;
  return {
    access,
    ...(refresh && { refresh }),
    expiresAt: now.getTime() + Math.floor((life ?? USUAL_LIFE) * 1000),
    scopes: scope ? scope.split(' ') : [...asked],
  };
}

/** A code or token is not good, or no longer. */
export const grantRefused = (): Fault =>
  new Fault('GRANT_REFUSED', 'The code or token is not good, or no longer: its owner has to sign in again.');

/** What is shown of a PKCE verifier (RFC 7636, S256). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
