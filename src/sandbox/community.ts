import { PermissionFlagsBits } from 'discord-api-types/v10';
import { Fault } from '../errors.ts';
import { type Cause, type Change, guildIn } from './changes/change.ts';
import { foundGuild } from './changes/guilds.ts';
import * as members from './changes/members.ts';
import { postMessage } from './changes/messages.ts';
import * as roles from './changes/roles.ts';
import { type LiveState, type OpenState, openState } from './live-state.ts';
import { EMPTY } from './messages/check.ts';
import { mentionsOf } from './messages/mentions.ts';
import { whereabouts } from './messages/whereabouts.ts';
import type { Channel, Member, Message, Role, User } from './records.ts';
import type { CommunityState, Guild } from './state.ts';

/** The community from its members' side. Changes made here reach the bot through the gateway. */
export interface LocalCommunity extends LiveState {
  guild(guildId: string): Guild | undefined;
  user(userId: string): User | undefined;
  /** Adds a new user, or with `userId` a user who left earlier. */
  join(guildId: string, who: NewMember | { readonly userId: string; readonly pending?: boolean }): Member;
  leave(guildId: string, userId: string): void;
  setPending(guildId: string, userId: string, pending: boolean): void;
  giveRole(guildId: string, userId: string, roleId: string, cause?: Cause): void;
  takeRole(guildId: string, userId: string, roleId: string, cause?: Cause): void;
  createRole(guildId: string, role: NewRole): Role;
  changeRole(guildId: string, roleId: string, change: Partial<Omit<Role, 'id'>>): void;
  deleteRole(guildId: string, roleId: string): void;
  /** Puts roles into this order, starting with the lowest above @everyone. */
  orderRoles(guildId: string, roleIds: readonly string[]): void;
  /** Creates a guild with the bot, an owner, and `size` further members. */
  createGuild(name: string, size?: number): Guild;
  createChannel(guildId: string, name: string, overwrites?: Channel['overwrites']): Channel;
  /** Returns the id of the direct channel between a user and the bot, creating it if needed. */
  openDirect(userId: string): string;
  say(userId: string, channelId: string, content: string): Message;
  /** Switches membership screening, which makes new members pending at first. */
  setScreening(guildId: string, screening: boolean): void;
  setDmsOpen(userId: string, open: boolean): void;
  /** Switches the privileged GUILD_MEMBERS intent, as in the developer portal. */
  setMembersIntent(enabled: boolean): void;
}

interface NewMember {
  readonly username: string;
  readonly displayName?: string;
  readonly pending?: boolean;
}

type NewRole = Pick<Role, 'name' | 'position'> & Partial<Omit<Role, 'id'>>;

/** Opens the stored community, or creates one from the seed. */
export function openCommunity(deps: OpenState): LocalCommunity {
  const live = openState(deps);
  const { state, commit, nextId, now } = live;

  const inGuild = (guildId: string, make: (guild: Guild) => Change) => commit(make(guildIn(state, guildId)));
  const byOwner = (guildId: string): Cause => ({ by: guildIn(state, guildId).ownerId });

  return {
    ...live,
    guild: (guildId) => state.guilds.get(guildId),
    user: (userId) => state.users.get(userId),
    join(guildId, who) {
      const user = 'userId' in who ? userIn(state, who.userId) : newUser(nextId(), who);
      const pending = who.pending ?? guildIn(state, guildId).screening === true;
      const member = { userId: user.id, roles: [], joinedAt: now().toISOString(), pending };
      inGuild(guildId, (guild) => members.join(state, guild, user, member));
      return member;
    },
    leave: (guildId, userId) => inGuild(guildId, (guild) => members.leave(state, guild, userId)),
    setPending: (guildId, userId, pending) =>
      inGuild(guildId, (guild) => members.changeMember(guild, userId, { pending }, { by: userId })),
    giveRole: (guildId, userId, roleId, cause = byOwner(guildId)) =>
      inGuild(guildId, (guild) => members.giveRole(guild, userId, roleId, cause)),
    takeRole: (guildId, userId, roleId, cause = byOwner(guildId)) =>
      inGuild(guildId, (guild) => members.takeRole(guild, userId, roleId, cause)),
    createRole(guildId, wanted) {
      const role = { ...PLAIN_ROLE, ...wanted, id: nextId() };
      inGuild(guildId, (guild) => roles.createRole(guild, role, byOwner(guildId)));
      return role;
    },
    changeRole: (guildId, roleId, changed) =>
      inGuild(guildId, (guild) => roles.changeRole(guild, roleId, changed, byOwner(guildId))),
    deleteRole: (guildId, roleId) =>
      inGuild(guildId, (guild) => roles.deleteRole(guild, roleId, byOwner(guildId))),
    orderRoles: (guildId, roleIds) =>
      inGuild(guildId, (guild) => {
        const positions = new Map(roleIds.map((id, index) => [id, index + 1]));
        return roles.moveRoles(guild, positions, byOwner(guildId));
      }),
    createGuild(name, size = 0) {
      const users = Array.from({ length: size + 1 }, () => {
        const id = nextId();
        return newUser(id, { username: `member.${id}` });
      });
      const guild = { id: nextId(), name, ownerId: users[0]?.id ?? '' };
      const ids = { botRoleId: nextId(), channelId: nextId() };
      const joinedAt = now().toISOString();
      commit(foundGuild(state, guild, ids, { users, joinedAt, botPermissions: BOT_PERMISSIONS }));
      return guildIn(state, guild.id);
    },
    createChannel(guildId, name, overwrites = []) {
      const { id } = guildIn(state, guildId);
      const channel = { id: nextId(), in: { guildId: id }, name, position: 0, overwrites };
      commit({
        writes: [{ kind: 'channel', within: '', id: channel.id, value: channel }],
        events: [{ type: 'channel-created', guildId: id, channel }],
      });
      return channel;
    },
    openDirect(userId) {
      userIn(state, userId);
      const known = state.channels.values().find((each) => 'userId' in each.in && each.in.userId === userId);
      if (known) return known.id;
      const value = { id: nextId(), in: { userId }, name: '', position: 0, overwrites: [] };
      commit({ writes: [{ kind: 'channel', within: '', id: value.id, value }], events: [] });
      return value.id;
    },
    say(authorId, channelId, content) {
      const at = now().toISOString();
      const draft = { ...EMPTY, content };
      const mentions = mentionsOf(draft, undefined, whereabouts(state, authorId, channelId));
      const message = { ...draft, mentions, id: nextId(), channelId, authorId, at, editedAt: null };
      commit(postMessage(state, message));
      return message;
    },
    setScreening(guildId, screening) {
      const { id, name, ownerId } = guildIn(state, guildId);
      const value = { id, name, ownerId, screening };
      commit({ writes: [{ kind: 'guild', within: '', id, value }], events: [] });
    },
    setDmsOpen(userId, open) {
      const value = { ...userIn(state, userId), closedDms: !open };
      commit({ writes: [{ kind: 'user', within: '', id: userId, value }], events: [] });
    },
    setMembersIntent(membersIntent) {
      const value = { ...state.application, membersIntent };
      commit({ writes: [{ kind: 'application', within: '', id: value.id, value }], events: [] });
    },
  };
}

/** Permissions that the bot is invited with. Only the first two are needed for its main work. */
export const BOT_PERMISSIONS =
  PermissionFlagsBits.ManageRoles |
  PermissionFlagsBits.KickMembers |
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.CreateInstantInvite |
  PermissionFlagsBits.ViewAuditLog;

const PLAIN_ROLE = { color: 0, hoist: false, permissions: '0', managed: false };

const newUser = (id: string, who: NewMember): User => ({
  id,
  username: who.username,
  displayName: who.displayName ?? null,
  bot: false,
});

function userIn(state: CommunityState, userId: string): User {
  const user = state.users.get(userId);
  if (!user) throw new Fault('SANDBOX_UNKNOWN_USER', `Nobody has the id ${userId}.`);
  return user;
}
