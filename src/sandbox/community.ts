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

/** The community as its people see it: whatever is done here, the bot is told of over the gateway. */
export interface Community extends LiveState {
  guild(guildId: string): Guild | undefined;
  user(userId: string): User | undefined;
  /** Somebody new joins; or, with `userId`, somebody who left comes back. */
  join(guildId: string, who: NewMember | { readonly userId: string; readonly pending?: boolean }): Member;
  leave(guildId: string, userId: string): void;
  setPending(guildId: string, userId: string, pending: boolean): void;
  giveRole(guildId: string, userId: string, roleId: string, cause?: Cause): void;
  takeRole(guildId: string, userId: string, roleId: string, cause?: Cause): void;
  createRole(guildId: string, role: NewRole): Role;
  changeRole(guildId: string, roleId: string, change: Partial<Omit<Role, 'id'>>): void;
  deleteRole(guildId: string, roleId: string): void;
  /** Founds a guild that the bot is in, with so many new members besides its owner. */
  createGuild(name: string, size?: number): Guild;
  createChannel(guildId: string, name: string, overwrites?: Channel['overwrites']): Channel;
  /** A member says something in a channel. */
  say(userId: string, channelId: string, content: string): Message;
  /** Switches membership screening on or off: whether newcomers are pending at first. */
  setScreening(guildId: string, screening: boolean): void;
  /** Opens or closes somebody's direct messages to the bot. */
  setDmsOpen(userId: string, open: boolean): void;
  /** Switches the privileged GUILD_MEMBERS intent on or off, as in the developer portal. */
  setMembersIntent(enabled: boolean): void;
}

interface NewMember {
  readonly username: string;
  readonly displayName?: string;
  readonly pending?: boolean;
}

type NewRole = Pick<Role, 'name' | 'position'> & Partial<Omit<Role, 'id'>>;

/** Opens the community that the store keeps, or founds one. */
export function openCommunity(deps: OpenState): Community {
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

/** What the bot is invited with; of these it needs the first two for its work. */
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
