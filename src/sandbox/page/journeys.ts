import type { Entry } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';
import type { Arrival } from './storefront.ts';
import { nameOf, toCssColor } from './view/people.ts';

/** What became of a change in the shop, step by step, as far as it is known. */
export interface Journey {
  readonly id: string;
  readonly event: string;
  readonly who: string | null;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly kind: 'happened' | 'stored' | 'worked' | Entry['kind'];
  readonly at: string;
  readonly role?: { readonly name: string; readonly color: string | null };
}

/** What else happens to a membership changes nobody's roles by itself. */
const CHANGES = ['membership_went_valid', 'membership_went_invalid'];

/** A bot that gives a reason names the membership in it, and so tells which change was for what. */
const MEMBERSHIP = /\bmem_\w+/g;

/**
 * The way of each change from the shop to the roles that the community saw change. Every time is one that was
 * written down: by the bot when it stored and had worked the event, by the community when the role changed.
 */
export function toJourneys(state: CommunityState, guild: Guild, arrivals: readonly Arrival[]): Journey[] {
  const changes = [...state.history.values()].filter(
    ({ guildId, by, role }) => guildId === guild.id && by === state.application.botId && role !== undefined,
  );
  const told = arrivals.filter(({ event }) => CHANGES.includes(event));
  return told.map((arrival) => {
    const { id, event, userId, membershipId } = arrival;
    const next = told.findLast(
      (other) => other.membershipId === membershipId && other.happenedAt > arrival.happenedAt,
    );
    const caused = changes.filter(
      (entry) =>
        names(entry, membershipId) && entry.at >= arrival.happenedAt && entry.at < (next?.happenedAt ?? '9'),
    );
    const userOf = userId ?? caused[0]?.userId;
    return {
      id,
      event,
      who: userOf === undefined ? null : nameOf(state.users.get(userOf)),
      steps: [
        { kind: 'happened', at: arrival.happenedAt },
        { kind: 'stored', at: arrival.storedAt },
        ...(arrival.workedAt === null ? [] : [{ kind: 'worked', at: arrival.workedAt } as const]),
        ...caused.map((entry) => toStep(guild, entry)),
      ],
    };
  });
}

const names = ({ reason = '' }: Entry, membershipId: string): boolean =>
  reason.matchAll(MEMBERSHIP).some(([id]) => id === membershipId);

function toStep(guild: Guild, { kind, at, role }: Entry): Step {
  const color = toCssColor(guild.roles.get(role?.id ?? '')?.color ?? 0);
  return { kind, at, ...(role && { role: { name: role.name, color } }) };
}
