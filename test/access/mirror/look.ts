import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { NOON, type useMirror, wire } from '../support.ts';

export const hint = { action: 'membership.went_valid', data: { id: 'mem_1' } };

export const update = { action: 'membership.metadata_updated', data: { id: 'mem_1' } };

/** Returns a function that receives an event about the membership, then refreshes it with this answer of the service. */
export const lookIn =
  ({ deps, receive, service }: ReturnType<typeof useMirror>) =>
  async (answer: object, now = NOON, event = answer === wire ? hint : update) => {
    service.holds.set('mem_1', answer);
    await receive(event, now);
    await refreshMembership(deps(now), 'mem_1');
  };
