import type { APIInteractionDataResolvedGuildMember, APIRole, APIUser } from 'discord-api-types/v10';
import { permissionsOf } from '../permissions.ts';
import { toApiMember, toApiRole, toApiUser } from '../present.ts';
import type { CommunityState, Guild } from '../state.ts';

/** What the ids in an interaction's data stand for. */
export interface Resolved {
  readonly users: Record<string, APIUser>;
  readonly members: Record<string, APIInteractionDataResolvedGuildMember>;
  readonly roles: Record<string, APIRole>;
}

const NOBODY: readonly string[] = [];

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-resolved-data-structure */
export function resolve(
  state: CommunityState,
  guild: Guild | undefined,
  ids: { users?: readonly string[]; roles?: readonly string[] },
): Resolved {
  const { users = NOBODY, roles = NOBODY } = ids;
  const members = users.map((id) => guild?.members.get(id)).filter((member) => member !== undefined);
  return {
    // What can be mentioned is a user or a role: which of them, the id itself does not tell.
    users: Object.fromEntries(
      users
        .map((id) => state.users.get(id))
        .filter((user) => user !== undefined)
        .map((user) => [user.id, toApiUser(user)]),
    ),
    members: Object.fromEntries(
      members.map((member) => {
        const { user: _, deaf: __, mute: ___, ...rest } = toApiMember(state, member);
        const permissions = guild ? String(permissionsOf(guild, member)) : '0';
        return [member.userId, { ...rest, permissions }];
      }),
    ),
    roles: Object.fromEntries(
      roles
        .map((id) => guild?.roles.get(id))
        .filter((role) => role !== undefined)
        .map((role) => [role.id, toApiRole(role)]),
    ),
  };
}
