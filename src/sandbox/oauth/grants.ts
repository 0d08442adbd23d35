import { createHash, randomBytes } from 'node:crypto';
import { challengeOf } from '../../oauth.ts';
import type { Community } from '../community.ts';
import type { Grant } from './records.ts';

/** How long an access token lives, in seconds: https://discord.com/developers/docs/topics/oauth2 */
export const TOKEN_LIFE = 604_800;
/** How long a code waits to be exchanged, in milliseconds. */
const CODE_LIFE = 10 * 60_000;

/** What a code stands for. */
export interface Consent {
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  /** PKCE (RFC 7636): what was shown of the verifier that the exchange has to bring. */
  readonly challenge?: string | undefined;
}

/** A grant with its tokens, which are told only once. */
export interface Issued {
  readonly grant: Grant;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** What users allowed the application. */
export interface Grants {
  /** A code for one exchange, given to whom the user allowed it. */
  issueCode(consent: Consent): string;
  /** Undefined where the code is unknown, used, too old, for another address, or its verifier is missing. */
  exchange(code: string, redirectUri: string, verifier?: string): Issued | undefined;
  /** New tokens for old ones; the old ones end. Undefined where the token is unknown. */
  refresh(refreshToken: string): Issued | undefined;
  /**
   * Ends what the user allowed, of which the token of either kind is a part, with all other tokens of theirs:
   * https://docs.discord.com/developers/topics/oauth2#authorization-code-grant-token-revocation-example
   */
  revoke(token: string): void;
  /** Whose access token it is, while it lives. */
  byAccessToken(token: string): Grant | undefined;
}

export function createGrants(community: Community): Grants {
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
