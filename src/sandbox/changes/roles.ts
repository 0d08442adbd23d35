import type { Entry, Role } from '../records.ts';
import type { Guild } from '../state.ts';
import { type Cause, type Change, type CommunityEvent, named, putMember, putRole, roleIn } from './change.ts';
import { placeDifferences, roleDifferences } from './differences.ts';

/** Creates a role. Roles at its position or above move up by one. */
export function createRole(guild: Guild, role: Role, cause: Cause): Change {
  const moved = [...guild.roles.values()]
    .filter((other) => other.position >= role.position && other.id !== guild.id)
    .map((other) => ({ ...other, position: other.position + 1 }));
  return {
    writes: [role, ...moved].map((each) => putRole(guild.id, each)),
    events: [
      { type: 'role-created', guildId: guild.id, role },
      ...moved.map((other) => updated(guild.id, other)),
    ],
    entries: [entryOf('role_created', guild, role, cause, roleDifferences(undefined, role))],
  };
}

/** Changes a role's name, appearance or permissions. */
export function changeRole(
  guild: Guild,
  roleId: string,
  change: Partial<Omit<Role, 'id'>>,
  cause: Cause,
): Change {
  const before = roleIn(guild, roleId);
  const role = { ...before, ...change };
  return {
    writes: [putRole(guild.id, role)],
    events: [updated(guild.id, role)],
    entries: [entryOf('role_changed', guild, role, cause, roleDifferences(before, role))],
  };
}

/** Moves roles to new positions. The platform logs one entry for each moved role. */
export function moveRoles(guild: Guild, positions: ReadonlyMap<string, number>, cause: Cause): Change {
  const moved = [...positions]
    .map(([id, position]) => ({ ...roleIn(guild, id), position }))
    .filter(({ id, position }) => roleIn(guild, id).position !== position);
  if (moved.length === 0) return undefined;
  return {
    writes: moved.map((role) => putRole(guild.id, role)),
    events: moved.map((role) => updated(guild.id, role)),
    entries: moved.map((role) =>
      entryOf('role_changed', guild, role, cause, placeDifferences(roleIn(guild, role.id), role)),
    ),
  };
}

/** Deletes a role and removes it from all holders. The platform sends no member events for that. */
export function deleteRole(guild: Guild, roleId: string, cause: Cause): Change {
  const role = roleIn(guild, roleId);
  const holders = [...guild.members.values()].filter(({ roles }) => roles.includes(roleId));
  return {
    writes: [
      { kind: 'role', within: guild.id, id: roleId, value: undefined },
      ...holders.map((member) =>
        putMember(guild.id, { ...member, roles: member.roles.filter((id) => id !== roleId) }),
      ),
    ],
    events: [{ type: 'role-deleted', guildId: guild.id, roleId }],
    entries: [entryOf('role_deleted', guild, role, cause, roleDifferences(role, undefined))],
  };
}

const updated = (guildId: string, role: Role): CommunityEvent => ({ type: 'role-updated', guildId, role });

const entryOf = (
  kind: Entry['kind'],
  { id: guildId }: Guild,
  role: Role,
  cause: Cause,
  changes: Entry['changes'] = [],
) => ({ guildId, kind, role: named(role), changes, ...cause });
