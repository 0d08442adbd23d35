import type { Community } from '../community.ts';
import { compareRoles, rolesOf } from '../permissions.ts';
import type { Entry, Member, Role } from '../records.ts';
import type { Guild } from '../state.ts';

/** How much of the history the page shows. */
const ACTIVITY_LENGTH = 60;

/** The guild as the page shows it, so that the page's script only has to lay it out. */
export function toView(community: Community, guild: Guild, botOnline: boolean) {
  const { state } = community;
  const botId = state.application.botId;
  const bot = guild.members.get(botId);
  const botRole = bot && rolesOf(guild, bot).at(-1);
  return {
    name: guild.name,
    bot: { id: botId, name: state.application.name, online: botOnline },
    roles: [...guild.roles.values()]
      .filter(({ id }) => id !== guild.id)
      .sort((a, b) => compareRoles(b, a))
      .map((role) => ({ ...toRole(role), ...place(role, botRole) })),
    members: [...guild.members.values()].map((member) => toMember(community, guild, member)),
    away: [...state.users.values()]
      .filter(({ id }) => !guild.members.has(id))
      .map(({ id, username, displayName }) => ({ id, username, name: displayName ?? username })),
    activity: [...state.history.values()]
      .filter(({ guildId }) => guildId === guild.id)
      .slice(-ACTIVITY_LENGTH)
      .reverse()
      .map((entry) => toActivity(community, guild, entry)),
  };
}

const toRole = ({ id, name, color }: Role) => ({ id, name, color: toCssColor(color) });

function place(role: Role, botRole: Role | undefined) {
  return {
    hoist: role.hoist,
    managed: role.managed,
    isBots: role.id === botRole?.id,
    canBeGiven: !role.managed && botRole !== undefined && compareRoles(role, botRole) < 0,
  };
}

function toMember(community: Community, guild: Guild, member: Member) {
  const user = community.user(member.userId);
  const roles = rolesOf(guild, member)
    .filter(({ id }) => id !== guild.id)
    .reverse();
  return {
    id: member.userId,
    username: user?.username ?? '',
    name: user?.displayName ?? user?.username ?? '',
    bot: user?.bot ?? false,
    pending: member.pending,
    canLeave: member.userId !== guild.ownerId && !user?.bot,
    color: toCssColor(roles.find(({ color }) => color > 0)?.color ?? 0),
    roles: roles.map(({ id }) => id),
  };
}

function toActivity(community: Community, guild: Guild, entry: Entry) {
  const nameOf = (userId: string | undefined) => {
    const user = userId === undefined ? undefined : community.user(userId);
    return user?.displayName ?? user?.username;
  };
  const role = guild.roles.get(entry.role?.id ?? '');
  return {
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    by: nameOf(entry.by),
    who: nameOf(entry.userId),
    ...(entry.role && { role: { name: entry.role.name, color: toCssColor(role?.color ?? 0) } }),
    ...(entry.reason && { reason: entry.reason }),
  };
}

/** 0 is the platform's "no colour": the name is shown like any other text. */
const toCssColor = (color: number): string | null =>
  color === 0 ? null : `#${color.toString(16).padStart(6, '0')}`;
