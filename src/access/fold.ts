import type { FieldAliases } from '../commerce-client/aliases.ts';
import { readFacts } from '../commerce-client/membership.ts';
import type { Prisma } from '../database/index.ts';
import { normalise } from '../intake/normalise.ts';
import { type Mirrored, merge } from './merge.ts';

/** An event as the inbox holds it. */
export type InboxEvent = Pick<
  Prisma.InboxEventGetPayload<object>,
  'name' | 'occurredAt' | 'receivedAt' | 'payload'
>;

/**
 * Whether a membership gives access, as the name of an event says, whatever its data does: official samples have
 * been seen to contradict it.
 */
export const DECIDES: ReadonlyMap<string, boolean> = new Map([
  ['membership_went_valid', true],
  ['app_membership_went_valid', true],
  ['membership_went_invalid', false],
  ['app_membership_went_invalid', false],
]);

/**
 * The state of a membership by what its events say: all there is of a service that can't be asked. An event
 * from before the known state changes nothing, nor does one of the very moment at which the service was asked;
 * and of two that happened at the same time none undoes a revocation.
 * @returns undefined where nothing is known of it
 */
export function fold(
  known: Mirrored | undefined,
  membershipId: string,
  events: readonly InboxEvent[],
  aliases: FieldAliases,
): Mirrored | undefined {
  return events
    .map((event) => ({ event, at: momentOf(event) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .reduce((before, { event, at }) => {
      const { resource = {} } = normalise(event.payload, aliases) ?? {};
      const { valid, ...facts } = readFacts(resource);
      const says = DECIDES.get(event.name) ?? valid;
      const said = { ...facts, ...(says !== undefined && { valid: says }) };
      const after = merge(before, membershipId, said, { number: 0n, at });
      return after && (before === undefined || isNews(before, after)) ? after : before;
    }, known);
}

/** What happens is told afterwards: a sender whose clock is ahead of ours freezes nothing. */
function momentOf({ occurredAt, receivedAt }: InboxEvent): Date {
  return occurredAt && occurredAt < receivedAt ? occurredAt : receivedAt;
}

function isNews(before: Mirrored, after: Mirrored): boolean {
  if (after.observedAt > before.observedAt) return true;
  if (after.observedAt < before.observedAt) return false;
  return before.observation === 0n && (before.valid || !after.valid);
}
