import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import { type Membership, toMembership, WireMembership } from './membership.ts';
import { type Plan, toPlan, WirePlans } from './plan.ts';

export type { Membership } from './membership.ts';
export type { Plan } from './plan.ts';

/** How long the service may take to answer, in milliseconds. */
const TIMEOUT = 10_000;

/** The bot's view of the Commerce Service. */
export interface CommerceClient {
  /**
   * The membership as it is now; undefined when the service says that it doesn't exist.
   * @throws Fault `COMMERCE_UNAVAILABLE` (worth a retry), `COMMERCE_REFUSED` (the key lacks a right) or
   * `COMMERCE_UNREADABLE`. An error is never an answer: nothing may be concluded from it.
   */
  getMembership(id: string, signal?: AbortSignal): Promise<Membership | undefined>;
  /** The newest fifty plans that anybody may see. @throws the same faults */
  listPlans(): Promise<readonly Plan[]>;
}

/** A client for the service at `baseUrl`, such as `https://commerce.example`; without a trailing slash. */
export function createCommerceClient(options: { baseUrl: string; apiKey: string }): CommerceClient {
  const get = async <Schema extends TSchema>(path: string, schema: Schema, signal?: AbortSignal) => {
    const response = await request(`${options.baseUrl}/api/v2${path}`, options.apiKey, signal);
    if (response.status === 404) return undefined;
    if (!response.ok) throw refusal(response.status);
    try {
      return Value.Parse(schema, await response.json());
    } catch (cause) {
      throw new Fault('COMMERCE_UNREADABLE', 'The Commerce Service sent an answer that makes no sense.', {
        cause,
      });
    }
  };
  return {
    async getMembership(id, signal) {
      const wire = await get(`/memberships/${encodeURIComponent(id)}`, WireMembership, signal);
      return wire && toMembership(wire);
    },
    async listPlans() {
      const wire = await get('/plans?visibility=visible&expand=product&per=50', WirePlans);
      return wire?.data.map(toPlan) ?? [];
    },
  };
}

async function request(url: string, apiKey: string, stop?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  try {
    return await fetch(url, {
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      signal: stop ? AbortSignal.any([stop, timeout]) : timeout,
    });
  } catch (cause) {
    throw new Fault('COMMERCE_UNAVAILABLE', "The Commerce Service can't be reached.", { cause });
  }
}

function refusal(status: number): Fault {
  return status === 401 || status === 403
    ? new Fault(
        'COMMERCE_REFUSED',
        `The Commerce Service refuses our API key (${status}). Check COMMERCE_API_KEY.`,
      )
    : new Fault('COMMERCE_UNAVAILABLE', `The Commerce Service answered ${status}.`);
}
