import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import { refusal } from './faults.ts';

/** Lifetime of the cached answer, in milliseconds. */
const REMEMBERED = 5 * 60 * 1000;

/** OAuth capabilities of a service beyond the specification. Undefined fields are not announced by the service. */
export interface OAuthCapabilities {
  readonly authorizePage: string | undefined;
  readonly tokenEndpoint: string | undefined;
  readonly hasPkce: boolean;
  /** `iss` value of its authorization responses. */
  readonly issuer: string | undefined;
  /** Whether every authorization response carries `iss` (RFC 9207). */
  readonly namesIssuer: boolean;
}

/** The fields we use of the RFC 8414 metadata. */
const Metadata = Type.Object({
  issuer: Type.String({ pattern: '^https?://' }),
  authorization_endpoint: Type.String({ pattern: '^https?://' }),
  token_endpoint: Type.Optional(Type.String({ pattern: '^https?://' })),
  code_challenge_methods_supported: Type.Optional(Type.Array(Type.String())),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});

const NOTHING: OAuthCapabilities = {
  authorizePage: undefined,
  tokenEndpoint: undefined,
  hasPkce: false,
  issuer: undefined,
  namesIssuer: false,
};

type Ask = (path: string, signal: AbortSignal) => Promise<{ status: number; json: unknown }>;

/**
 * Reads the service's OAuth metadata and caches it for five minutes. A service without metadata offers nothing. A
 * network failure, a 429 or a 5xx is an error: otherwise an attacker could disable PKCE by cutting the connection.
 */
export function createDiscovery(ask: Ask, clock: Clock) {
  let found: { readonly capabilities: OAuthCapabilities; readonly until: number } | undefined;
  return async (signal: AbortSignal): Promise<OAuthCapabilities> => {
    if (found && clock.now().getTime() < found.until) return found.capabilities;
    const capabilities = read(await ask('/.well-known/oauth-authorization-server', signal));
    found = { capabilities, until: clock.now().getTime() + REMEMBERED };
    return capabilities;
  };
}

function read({ status, json }: { status: number; json: unknown }): OAuthCapabilities {
  if (status === 429 || status >= 500) throw refusal(status);
  if (status !== 200 || !Value.Check(Metadata, json)) return NOTHING;
  return {
    authorizePage: json.authorization_endpoint,
    tokenEndpoint: json.token_endpoint,
    hasPkce: json.code_challenge_methods_supported?.includes('S256') ?? false,
    issuer: json.issuer,
    namesIssuer: json.authorization_response_iss_parameter_supported ?? false,
  };
}

/** Addresses of a Commerce Service's OAuth, without trailing slashes. */
export interface Addresses {
  /** Address at which this process reaches the service. */
  readonly baseUrl: string;
  /** Address at which browsers reach the service. */
  readonly publicUrl: string;
  /** Token endpoint set by the operator. */
  readonly tokenUrl?: string | undefined;
}

/**
 * Returns the token endpoint: the operator's setting, else the one in the service's metadata, else the specified path.
 * Metadata contains public addresses; if we reach the service at a different one, the result uses that. A plain HTTP
 * endpoint is ignored for a service with TLS, since our client secret goes there.
 * @param offered `token_endpoint` of the metadata
 */
export function tokenEndpoint({ baseUrl, publicUrl, tokenUrl }: Addresses, offered?: string): string {
  const isDowngrade = publicUrl.startsWith('https:') && offered?.startsWith('https:') === false;
  const url = tokenUrl ?? (isDowngrade ? undefined : offered) ?? `${baseUrl}/v5/oauth/token`;
  return url.startsWith(`${publicUrl}/`) ? `${baseUrl}${url.slice(publicUrl.length)}` : url;
}
