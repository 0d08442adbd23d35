import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts.ts';
import { holdsScope } from '../resources/api-key.ts';
import { callerDecoration } from './authenticate.ts';

/**
 * Keeps from keys that may not change plans what lets its holder buy: a quick link's password, and the link of a place
 * on a waiting list; and from those that may not change memberships the license keys. It is done to whole answers, so
 * that no expansion brings it after all.
 */
export async function hideSecrets(
  request: FastifyRequest,
  _reply: unknown,
  answer: unknown,
): Promise<unknown> {
  const caller = request.getDecorator<Caller | undefined>(callerDecoration);
  if (!caller) return answer;
  const keeps = {
    ofPlans: !holdsScope(caller.scopes, 'plans:write'),
    ofMemberships: !holdsScope(caller.scopes, 'memberships:write'),
  };
  return keeps.ofPlans || keeps.ofMemberships ? withoutSecrets(answer, keeps) : answer;
}

/** Which secrets are kept from a key. */
interface Keeps {
  readonly ofPlans: boolean;
  readonly ofMemberships: boolean;
}

function withoutSecrets(value: unknown, keeps: Keeps): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, keeps));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner, keeps)]);
  return { ...Object.fromEntries(fields), ...hiddenOf(value, keeps) };
}

/** Of a plan the link stays, without its password; of an entry nothing that buys; of a membership no license key. */
function hiddenOf(resource: object, { ofPlans, ofMemberships }: Keeps): object {
  if (!('id' in resource) || typeof resource.id !== 'string') return {};
  if (ofMemberships && 'license_key' in resource && resource.id.startsWith('mem_'))
    return { license_key: null };
  if (!ofPlans) return {};
  if (
    'direct_link' in resource &&
    typeof resource.direct_link === 'string' &&
    resource.id.startsWith('plan_')
  )
    return { direct_link: resource.direct_link.split('?', 1)[0] };
  return 'claim_link' in resource && resource.id.startsWith('entry_') ? { claim_link: null } : {};
}
