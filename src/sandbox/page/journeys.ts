import type { Attempt } from '../attempts.ts';
import type { Entry } from '../records.ts';
import type { CommunityState, Guild } from '../state.ts';
import type { Arrival } from './storefront.ts';
import { nameOf, toCssColor } from './view/people.ts';

/** The known steps from a change in the shop to the resulting role changes. */
export interface Journey {
  readonly id: string;
  readonly event: string;
  readonly who: string | null;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly kind: 'happened' | 'stored' | 'worked' | 'tried' | 'waited' | Entry['kind'];
  readonly at: string;
  readonly role?: { readonly name: string; readonly color: string | null };
  /** A request by the bot: the action, its answer, and whether the change was made. */
  readonly tried?: Pick<Attempt, 'deed' | 'status' | 'isDone'>;
  /** The bot's failed reads of the member, and the last answer. */
  readonly waited?: { readonly times: number; readonly status: number | null };
}

/** Events that start or end access, or decide whether it will end. Other events change no roles by themselves. */
const CHANGES = [
  'membership_went_valid',
  'membership_went_invalid',
  'membership_cancel_at_period_end_changed',
];

/** Membership ids in the bot's audit log reasons. They link a role change to its membership. */
const MEMBERSHIP = /\bmem_\w+/g;

/**
 * Follows each change in the shop to the role changes that it caused. All times are recorded ones: from the bot when it
 * stored and processed the event, and from the community when the role changed.
 */
export function toJourneys(
  state: CommunityState,
  guild: Guild,
  arrivals: readonly Arrival[],
  attempts: readonly Attempt[],
): Journey[] {
  const here = attempts.filter(({ guildId }) => guildId === guild.id);
  const inVain = here.filter((attempt) => attempt.deed !== 'look' && !isAsItSeems(attempt));
  const changes = [...state.history.values()].filter(
    ({ guildId, by, role }) => guildId === guild.id && by === state.application.botId && role !== undefined,
  );
  const told = arrivals.filter(({ event }) => CHANGES.includes(event));
  return told.map((arrival) => {
    const { id, event, userId, membershipId } = arrival;
    const next = told.findLast(
      (other) => other.membershipId === membershipId && other.happenedAt > arrival.happenedAt,
    );
    const isMeanwhile = ({ at }: Entry | Attempt) =>
      at >= arrival.happenedAt && at < (next?.happenedAt ?? '9');
    const isCaused = (each: Entry | Attempt) => names(each, membershipId) && isMeanwhile(each);
    const caused = changes.filter(isCaused);
    const userOf = userId ?? caused[0]?.userId;
    const looks = here.filter((each) => each.deed === 'look' && each.userId === userOf && isMeanwhile(each));
    return {
      id,
      event,
      who: userOf === undefined ? null : nameOf(state.users.get(userOf)),
      steps: [
        { kind: 'happened', at: arrival.happenedAt },
        { kind: 'stored', at: arrival.storedAt },
        ...(arrival.workedAt === null ? [] : [{ kind: 'worked', at: arrival.workedAt } as const]),
        ...[
          ...caused.map((entry) => toStep(guild, entry)),
          ...inVain.filter(isCaused).map((attempt) => toTry(guild, attempt)),
          ...toWait(looks),
        ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
      ],
    };
  });
}

/**
 * Whether a request succeeded and was answered so. Its role change is then shown anyway; other requests are listed
 * separately.
 */
const isAsItSeems = ({ status, isDone }: Attempt): boolean => isDone && status !== null && status < 300;

const names = ({ reason = '' }: Entry | Attempt, membershipId: string): boolean =>
  reason.matchAll(MEMBERSHIP).some(([id]) => id === membershipId);

/** Combines all failed reads into one step at the time of the last one. */
function toWait(looks: readonly Attempt[]): Step[] {
  const last = looks.at(-1);
  return last ? [{ kind: 'waited', at: last.at, waited: { times: looks.length, status: last.status } }] : [];
}

function toStep(guild: Guild, { kind, at, role }: Entry): Step {
  const color = toCssColor(guild.roles.get(role?.id ?? '')?.color ?? 0);
  return { kind, at, ...(role && { role: { name: role.name, color } }) };
}

function toTry(guild: Guild, { at, roleId, deed, status, isDone }: Attempt): Step {
  const role = guild.roles.get(roleId ?? '');
  const shown = role && { role: { name: role.name, color: toCssColor(role.color) } };
  return { kind: 'tried', at, ...shown, tried: { deed, status, isDone } };
}
