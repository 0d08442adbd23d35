import { PermissionFlagsBits } from 'discord-api-types/v10';
import { compareRoles, hasPermission, rolesOf } from '../../permissions.ts';
import type { Member, Role, User } from '../../records.ts';
import type { CommunityState, Guild } from '../../state.ts';

/** Maximum number of members in the view. */
const LISTED = 250;
/** Number of members on a page of search results. */
const PAGE = 100;

export const nameOf = (user: User | undefined): string =>
  user?.displayName ?? user?.username ?? 'Deleted User';

/** Converts a color to CSS. Returns null for 0, the platform's "no color". */
export const toCssColor = (color: number): string | null =>
  color === 0 ? null : `#${color.toString(16).padStart(6, '0')}`;

/** Returns the roles, highest first, without @everyone, which every member has. */
export function toRoles(state: CommunityState, guild: Guild) {
  const bot = guild.members.get(state.application.botId);
  const botRole = bot && rolesOf(guild, bot).at(-1);
  return [...guild.roles.values()]
    .filter(({ id }) => id !== guild.id)
    .sort((a, b) => compareRoles(b, a))
    .map((role) => ({
      id: role.id,
      name: role.name,
      color: toCssColor(role.color),
      hoist: role.hoist,
      managed: role.managed,
      /** Whether members get it by linking an account. */
      isLinked: role.requires !== undefined,
      isBots: role.id === botRole?.id,
      canBeGiven: !role.managed && !role.requires && botRole !== undefined && compareRoles(role, botRole) < 0,
    }));
}

/** Returns the first members. The chosen member may not be among them. */
export const toMembers = (state: CommunityState, guild: Guild) =>
  guild.members
    .values()
    .take(LISTED)
    .map((member) => toMember(state, guild, member))
    .toArray();

/** Returns a page of the members whose nickname, display name or username contains a text. */
export function toMemberPage(state: CommunityState, guild: Guild, text: string, page: number) {
  const wanted = text.toLowerCase();
  const isFound = ({ userId, nick }: Member) => {
    const user = state.users.get(userId);
    return [nick, user?.displayName, user?.username].some((name) => name?.toLowerCase().includes(wanted));
  };
  const found = [...guild.members.values()].filter(isFound);
  return {
    count: found.length,
    size: PAGE,
    members: found.slice(page * PAGE, (page + 1) * PAGE).map((member) => toMember(state, guild, member)),
  };
}

export function toMember(state: CommunityState, guild: Guild, member: Member) {
  const user = state.users.get(member.userId);
  const roles = highestFirst(guild, member);
  return {
    id: member.userId,
    username: user?.username ?? '',
    name: member.nick ?? nameOf(user),
    bot: user?.bot ?? false,
    pending: member.pending,
    isOwner: member.userId === guild.ownerId,
    color: colorOf(roles),
    roles: roles.map(({ id }) => id),
  };
}

/** Returns users who have left the guild or never joined it. */
export const toAway = (state: CommunityState, guild: Guild) =>
  state.users
    .values()
    .filter((user) => !guild.members.has(user.id) && !user.bot)
    .take(LISTED)
    .map((user) => ({ id: user.id, username: user.username, name: nameOf(user) }))
    .toArray();

/** Returns the chosen member. */
export function toYou(state: CommunityState, guild: Guild, user: User) {
  const member = guild.members.get(user.id);
  const common = { id: user.id, username: user.username, name: nameOf(user) };
  if (!member)
    return { ...common, isMember: false, pending: false, isOwner: false, isAdmin: false, color: null };
  const { name, color, pending, isOwner } = toMember(state, guild, member);
  const isAdmin = hasPermission(guild, member, PermissionFlagsBits.ManageRoles);
  return { ...common, isMember: true, name, color, pending, isOwner, isAdmin };
}

const highestFirst = (guild: Guild, member: Member): Role[] =>
  rolesOf(guild, member)
    .filter(({ id }) => id !== guild.id)
    .reverse();

const colorOf = (roles: readonly Role[]) => toCssColor(roles.find(({ color }) => color > 0)?.color ?? 0);
