import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import { refusal } from './faults.ts';

/** How long it is remembered what the service offers, in milliseconds. */
const REMEMBERED = 5 * 60 * 1000;

/** What a service's OAuth can do beyond what is specified. */
export interface Offers {
  /** Where buyers are asked; undefined where the service doesn't say. */
  readonly authorizePage: string | undefined;
  /** Where codes are exchanged; undefined where the service doesn't say. */
  readonly tokenEndpoint: string | undefined;
  readonly hasPkce: boolean;
  /** Who its answers say that they are from; undefined where it doesn't say. */
  readonly issuer: string | undefined;
  /** Whether an answer always says whom it is from (RFC 9207). */
  readonly namesIssuer: boolean;
}

/** RFC 8414, as far as it concerns us. */
const Metadata = Type.Object({
  issuer: Type.String({ pattern: '^https?://' }),
  authorization_endpoint: Type.String({ pattern: '^https?://' }),
  token_endpoint: Type.Optional(Type.String({ pattern: '^https?://' })),
  code_challenge_methods_supported: Type.Optional(Type.Array(Type.String())),
  authorization_response_iss_parameter_supported: Type.Optional(Type.Boolean()),
});

const NOTHING: Offers = {
  ...{ authorizePage: undefined, tokenEndpoint: undefined },
  ...{ hasPkce: false, issuer: undefined, namesIssuer: false },
};

type Ask = (path: string, signal: AbortSignal) => Promise<{ status: number; json: unknown }>;

/**
 * Asks the service what it offers, and remembers it for some minutes. A service that describes nothing offers
 * nothing; one that doesn't answer is an error, as nobody may talk us out of PKCE by cutting a wire.
 */
export function createOffers(ask: Ask, clock: Clock) {
  let found: { readonly offers: Offers; readonly until: number } | undefined;
  return async (signal: AbortSignal): Promise<Offers> => {
    if (found && clock.now().getTime() < found.until) return found.offers;
    const offers = read(await ask('/.well-known/oauth-authorization-server', signal));
    found = { offers, until: clock.now().getTime() + REMEMBERED };
    return offers;
  };
}

function read({ status, json }: { status: number; json: unknown }): Offers {
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
