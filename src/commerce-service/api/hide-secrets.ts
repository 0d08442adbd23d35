import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts.ts';
import { callerDecoration } from './authenticate.ts';

/**
 * Keeps from keys that may only read what lets its holder buy: a quick link's password, and the link of a place
 * on a waiting list. It is done to whole answers, so that no expansion brings it after all.
 */
export async function hideSecrets(
  request: FastifyRequest,
  _reply: unknown,
  answer: unknown,
): Promise<unknown> {
  const caller = request.getDecorator<Caller | undefined>(callerDecoration);
  return !caller || caller.scopes.includes('write') ? answer : withoutSecrets(answer);
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner)]);
  return { ...Object.fromEntries(fields), ...hiddenOf(value) };
}

/** Of a plan the link stays, without its password; of an entry nothing stays that buys. */
function hiddenOf(resource: object): object {
  if (!('id' in resource) || typeof resource.id !== 'string') return {};
  if (
    'direct_link' in resource &&
    typeof resource.direct_link === 'string' &&
    resource.id.startsWith('plan_')
  )
    return { direct_link: resource.direct_link.split('?', 1)[0] };
  return 'claim_link' in resource && resource.id.startsWith('entry_') ? { claim_link: null } : {};
}
