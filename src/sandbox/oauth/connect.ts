import type { Change } from '../changes/change.ts';
import { changeMember } from '../changes/members.ts';
import type { CommunityState, Guild } from '../state.ts';
import { qualifies } from './qualify.ts';
import type { Requirement, RoleConnection } from './records.ts';

/**
 * Sets or, with undefined, removes a user's role connection. Linked roles change at once:
 * https://docs.discord.com/developers/tutorials/configuring-app-metadata-for-linked-roles
 */
export function setConnection(
  state: CommunityState,
  userId: string,
  connection: RoleConnection | undefined,
  now: Date,
): Change {
  const isEarned = (requires: readonly Requirement[]) =>
    connection !== undefined && qualifies(connection, requires, state.connectionMetadata, now);
  const judged = [...state.guilds.values()]
    .map((guild) => judge(guild, userId, isEarned))
    .filter((change) => change !== undefined);
  return {
    writes: [
      { kind: 'connection', within: '', id: userId, value: connection },
      ...judged.flatMap(({ writes }) => writes),
    ],
    events: judged.flatMap(({ events }) => events),
    entries: judged.flatMap(({ entries = [] }) => entries),
  };
}

/** Gives a member the linked roles that the connection qualifies for, and removes the others. */
function judge(
  guild: Guild,
  userId: string,
  isEarned: (requires: readonly Requirement[]) => boolean,
): Change {
  const member = guild.members.get(userId);
  if (!member) return undefined;
  const linked = [...guild.roles.values()].filter(({ requires }) => requires !== undefined);
  const others = member.roles.filter((id) => !linked.some((role) => role.id === id));
  const earned = linked.filter(({ requires = [] }) => isEarned(requires)).map(({ id }) => id);
  const before = member.roles.filter((id) => !others.includes(id));
  if (new Set(before).symmetricDifference(new Set(earned)).size === 0) return undefined;
  return changeMember(guild, userId, { roles: [...others, ...earned] }, { by: userId });
}
