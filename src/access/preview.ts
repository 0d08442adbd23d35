import { type CompareDeps, compareGuild } from './compare-guild.ts';
import { decide, type Verdict } from './decide.ts';
import { listMappings } from './mappings.ts';
import type { Mapping } from './state.ts';

/** Members who are named in a preview; the others are only counted. */
const NAMED = 20;

/** Who would gain or lose a role, or be removed, by a change of the mappings. */
export interface Preview {
  readonly gains: readonly Effect[];
  readonly losses: readonly Effect[];
  readonly kicks: Omit<Effect, 'roleId'>;
}

/** What a change does to one role. */
export interface Effect {
  readonly roleId: string;
  readonly count: number;
  /** Some of the members, for people to look at. */
  readonly userIds: readonly string[];
}

/**
 * Tells what a change of a guild's mappings would do, without doing it: every member is decided about twice.
 * Changes that are due anyway count for neither side.
 */
export async function previewMappings(
  deps: CompareDeps,
  guildId: string,
  change: (mappings: readonly Mapping[]) => readonly Mapping[],
  signal: AbortSignal,
): Promise<Preview> {
  const before = await listMappings(deps.prisma, guildId);
  const [gains, losses, kicks] = [createCount(), createCount(), createCount()];
  for await (const page of compareGuild(deps, guildId, change(before), signal)) {
    for (const { userId, member, stored, decision } of page) {
      const now = deps.clock.now();
      const present = decide({ ...stored, mappings: before, userId, member, now });
      for (const verdict of decision.verdicts) {
        if (isDue(verdict, present.verdicts)) continue;
        if (verdict.action === 'grant') gains.add(verdict.roleId, userId);
        if (verdict.action === 'revoke') losses.add(verdict.roleId, userId);
      }
      if (decision.kick && !present.kick) kicks.add('', userId);
    }
  }
  return toPreview(gains, losses, kicks);
}

/** Tells what a sweep would do to a guild now, without doing it. */
export async function previewSweep(
  deps: CompareDeps,
  guildId: string,
  signal: AbortSignal,
): Promise<Preview> {
  const [gains, losses, kicks] = [createCount(), createCount(), createCount()];
  const mappings = await listMappings(deps.prisma, guildId);
  for await (const page of mappings.length === 0 ? [] : compareGuild(deps, guildId, mappings, signal)) {
    for (const { userId, decision } of page) {
      for (const { roleId, action } of decision.verdicts) {
        if (action === 'grant') gains.add(roleId, userId);
        if (action === 'revoke') losses.add(roleId, userId);
      }
      if (decision.kick) kicks.add('', userId);
    }
  }
  return toPreview(gains, losses, kicks);
}

const toPreview = (gains: Count, losses: Count, kicks: Count): Preview => {
  const [kicked] = kicks.effects();
  return {
    gains: gains.effects(),
    losses: losses.effects(),
    kicks: { count: kicked?.count ?? 0, userIds: kicked?.userIds ?? [] },
  };
};

const isDue = ({ roleId, action }: Verdict, present: readonly Verdict[]): boolean =>
  present.some((verdict) => verdict.roleId === roleId && verdict.action === action);

type Count = ReturnType<typeof createCount>;

function createCount() {
  const roles = new Map<string, { count: number; userIds: string[] }>();
  return {
    add(roleId: string, userId: string): void {
      const role = roles.get(roleId) ?? { count: 0, userIds: [] };
      role.count += 1;
      if (role.userIds.length < NAMED) role.userIds.push(userId);
      roles.set(roleId, role);
    },
    effects: (): readonly Effect[] => [...roles].map(([roleId, role]) => ({ roleId, ...role })),
  };
}
