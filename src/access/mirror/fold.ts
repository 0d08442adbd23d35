import type { FieldAliases } from '../../commerce-client/fields.ts';
import { readFacts } from '../../commerce-client/membership.ts';
import type { Prisma } from '../../database/index.ts';
import { normalise } from '../../intake/event.ts';
import { type Mirrored, merge } from './merge.ts';

/** The stored fields of an event that decide a membership's state. */
export type InboxEvent = Pick<
  Prisma.InboxEventGetPayload<object>,
  'name' | 'occurredAt' | 'receivedAt' | 'payload'
>;

/**
 * Whether a membership gives access, by event name. The name overrides the event's data, since some official sample
 * payloads contradict their event's name.
 */
export const DECIDES: ReadonlyMap<string, boolean> = new Map([
  ['membership_went_valid', true],
  ['app_membership_went_valid', true],
  ['membership_went_invalid', false],
  ['app_membership_went_invalid', false],
]);

/**
 * Computes a membership's state from its events, for a service that can't be queried. An event older than the known
 * state changes nothing, nor does an event at the exact time of a query. Of events at the same time, none undoes a
 * revocation.
 * @returns undefined if nothing is known about the membership
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

/** Returns the event's time, but at most its receipt: a sender whose clock is ahead can't block later events. */
function momentOf({ occurredAt, receivedAt }: InboxEvent): Date {
  return occurredAt && occurredAt < receivedAt ? occurredAt : receivedAt;
}

function isNews(before: Mirrored, after: Mirrored): boolean {
  if (after.observedAt > before.observedAt) return true;
  if (after.observedAt < before.observedAt) return false;
  return before.observation === 0n && (before.valid || !after.valid);
}
