import type { Attempt } from '../attempts.ts';
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
  readonly kind: 'happened' | 'stored' | 'worked' | 'tried' | 'waited' | Entry['kind'];
  readonly at: string;
  readonly role?: { readonly name: string; readonly color: string | null };
  /** Of what was tried: what the bot asked for, what it was answered, and whether that was so. */
  readonly tried?: Pick<Attempt, 'deed' | 'status' | 'isDone'>;
  /** Of a wait: how often the bot has looked at the member in vain, and what it was answered last. */
  readonly waited?: { readonly times: number; readonly status: number | null };
}

/** What begins or ends access, and what decides whether time will. Other news changes nobody's roles by itself. */
const CHANGES = [
  'membership_went_valid',
  'membership_went_invalid',
  'membership_cancel_at_period_end_changed',
];

/** A bot that gives a reason names the membership in it, and so tells which change was for what. */
const MEMBERSHIP = /\bmem_\w+/g;

/**
 * The way of each change from the shop to the roles that the community saw change. Every time is one that was
 * written down: by the bot when it stored and had worked the event, by the community when the role changed.
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

/** What was done and called done shows in the roles; all else is told besides. */
const isAsItSeems = ({ status, isDone }: Attempt): boolean => isDone && status !== null && status < 300;

const names = ({ reason = '' }: Entry | Attempt, membershipId: string): boolean =>
  reason.matchAll(MEMBERSHIP).some(([id]) => id === membershipId);

/** Looks in vain are one step, where the last of them was. */
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
