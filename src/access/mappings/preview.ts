import type { Mapping } from '../state.ts';
import { type CompareDeps, compareGuild } from '../sweep/compare-guild.ts';
import { decide, type RoleDecision } from '../sync/decide.ts';
import { listMappings } from './mappings.ts';

/** Members listed in a preview; the others are only counted. */
const NAMED = 20;

/** Members who would gain or lose a role, or be removed from the guild. */
export interface Preview {
  readonly gains: readonly Effect[];
  readonly losses: readonly Effect[];
  readonly kicks: Omit<Effect, 'roleId'>;
}

export interface Effect {
  readonly roleId: string;
  readonly count: number;
  /** Some of the members, for display. */
  readonly userIds: readonly string[];
}

/**
 * Previews a change of a guild's mappings, without side effects: decides about every member with the new and the old
 * mappings. Changes that are due anyway don't count.
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
      for (const roleDecision of decision.roleDecisions) {
        if (isDue(roleDecision, present.roleDecisions)) continue;
        if (roleDecision.action === 'grant') gains.add(roleDecision.roleId, userId);
        if (roleDecision.action === 'revoke') losses.add(roleDecision.roleId, userId);
      }
      if (decision.kick && !present.kick) kicks.add('', userId);
    }
  }
  return toPreview(gains, losses, kicks);
}

/** Previews a sweep of the guild, without side effects. */
export async function previewSweep(
  deps: CompareDeps,
  guildId: string,
  signal: AbortSignal,
): Promise<Preview> {
  const [gains, losses, kicks] = [createCount(), createCount(), createCount()];
  const mappings = await listMappings(deps.prisma, guildId);
  for await (const page of mappings.length === 0 ? [] : compareGuild(deps, guildId, mappings, signal)) {
    for (const { userId, decision } of page) {
      for (const { roleId, action } of decision.roleDecisions) {
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

const isDue = ({ roleId, action }: RoleDecision, present: readonly RoleDecision[]): boolean =>
  present.some((roleDecision) => roleDecision.roleId === roleId && roleDecision.action === action);

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
