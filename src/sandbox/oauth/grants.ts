import { createHash, randomBytes } from 'node:crypto';
import { challengeOf } from '../../oauth.ts';
import type { LocalCommunity } from '../community.ts';
import type { Grant } from './records.ts';

/** In seconds: https://discord.com/developers/docs/topics/oauth2 */
export const TOKEN_LIFE = 604_800;
/** Lifetime of an authorization code, in milliseconds. */
const CODE_LIFE = 10 * 60_000;

/** A user's consent, which a code stands for. */
export interface Consent {
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  /** The PKCE code challenge (RFC 7636), which the verifier of the exchange must match. */
  readonly challenge?: string | undefined;
}

/** A grant with its tokens. Only their hashes are stored, so that they can't be returned again. */
export interface Issued {
  readonly grant: Grant;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Grants {
  /** Issues a code for a single exchange. */
  issueCode(consent: Consent): string;
  /**
   * Undefined if the code is unknown, used, expired, or issued for another redirect URI, or if the verifier is wrong.
   */
  exchange(code: string, redirectUri: string, verifier?: string): Issued | undefined;
  /** Replaces both tokens of a grant. Undefined if the token is unknown. */
  refresh(refreshToken: string): Issued | undefined;
  /**
   * Ends every grant of the user whose access or refresh token this is:
   * https://docs.discord.com/developers/topics/oauth2#authorization-code-grant-token-revocation-example
   */
  revoke(token: string): void;
  /** Returns the grant of an access token that hasn't expired. */
  byAccessToken(token: string): Grant | undefined;
}

export function createGrants(community: LocalCommunity): Grants {
  const codes = new Map<string, Consent & { readonly issuedAt: number }>();
  const now = () => community.now().getTime();

  const keep = (id: string, userId: string, scopes: readonly string[]): Issued => {
    const [accessToken, refreshToken] = [randomToken(), randomToken()];
    const grant: Grant = {
      id,
      userId,
      scopes: [...scopes],
      access: digest(accessToken),
      refresh: digest(refreshToken),
      expiresAt: new Date(now() + TOKEN_LIFE * 1000).toISOString(),
    };
    community.commit({ writes: [{ kind: 'grant', within: '', id, value: grant }], events: [] });
    return { grant, accessToken, refreshToken };
  };

  const find = (matches: (grant: Grant) => boolean) => community.state.grants.values().find(matches);

  return {
    issueCode(consent) {
      const code = randomToken();
      for (const [old, { issuedAt }] of codes) if (now() - issuedAt > CODE_LIFE) codes.delete(old);
      codes.set(code, { ...consent, issuedAt: now() });
      return code;
    },
    exchange(code, redirectUri, verifier = '') {
      const consent = codes.get(code);
      codes.delete(code);
      if (consent?.redirectUri !== redirectUri || now() - consent.issuedAt > CODE_LIFE) return undefined;
      if (consent.challenge !== undefined && consent.challenge !== challengeOf(verifier)) return undefined;
      return keep(community.nextId(), consent.userId, consent.scopes);
    },
    refresh(refreshToken) {
      const grant = find(({ refresh }) => refresh === digest(refreshToken));
      return grant && keep(grant.id, grant.userId, grant.scopes);
    },
    revoke(token) {
      const hash = digest(token);
      const grant = find(({ access, refresh }) => access === hash || refresh === hash);
      const ended = [...community.state.grants.values()].filter(({ userId }) => userId === grant?.userId);
      community.commit({
        writes: ended.map(({ id }) => ({ kind: 'grant', within: '', id, value: undefined })),
        events: [],
      });
    },
    byAccessToken(token) {
      const hash = digest(token);
      return find(({ access, expiresAt }) => access === hash && Date.parse(expiresAt) > now());
    },
  };
}

const randomToken = (): string => randomBytes(24).toString('base64url');
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
