import type { Clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { Cause, Change, CommunityEvent } from './changes.ts';
import * as changes from './changes.ts';
import { compareSnowflakes, createSnowflakes } from './snowflake.ts';
import type { CommunityState, Entry, Guild, Member, Role, User } from './state.ts';
import type { Store } from './store.ts';

/** How much of what happened is remembered. */
const HISTORY_LENGTH = 500;

/** The community as its people see it: whatever is done here, the bot is told of over the gateway. */
export interface Community {
  readonly state: CommunityState;
  guild(guildId: string): Guild | undefined;
  user(userId: string): User | undefined;
  /** Somebody new joins; or, with `userId`, somebody who left comes back. */
  join(guildId: string, who: NewMember | { readonly userId: string }): Member;
  leave(guildId: string, userId: string): void;
  setPending(guildId: string, userId: string, pending: boolean): void;
  giveRole(guildId: string, userId: string, roleId: string, cause?: Cause): void;
  takeRole(guildId: string, userId: string, roleId: string, cause?: Cause): void;
  createRole(guildId: string, role: NewRole): Role;
  changeRole(guildId: string, roleId: string, change: Partial<Omit<Role, 'id'>>): void;
  deleteRole(guildId: string, roleId: string): void;
  /** Switches the privileged GUILD_MEMBERS intent on or off, as in the developer portal. */
  setMembersIntent(enabled: boolean): void;
  /** Calls back after each change, once it is stored. Returns what ends that. */
  watch(watcher: Watcher): () => void;
}

export interface NewMember {
  readonly username: string;
  readonly displayName?: string;
  readonly pending?: boolean;
}

export type NewRole = Pick<Role, 'name' | 'position'> & Partial<Omit<Role, 'id'>>;

/** Is told what changed, and what was written into the history about it. */
export type Watcher = (event: CommunityEvent, entry: Entry | undefined) => void;

/** Opens the community that the store keeps, or founds one. */
export function openCommunity(deps: {
  clock: Clock;
  store: Store;
  seed: (now: Date) => CommunityState;
}): Community {
  const { clock, store } = deps;
  const kept = store.load();
  let state = kept ?? deps.seed(clock.now());
  if (!kept) store.save(state);
  const nextId = createSnowflakes(clock, largestId(state));
  const watchers = new Set<Watcher>();

  /** Stored first and only then visible: nobody is ever told of a change that a restart would undo. */
  const commit = (next: CommunityState) => {
    store.save(next);
    state = next;
  };

  const change = (guildId: string, make: (guild: Guild) => Change): void => {
    const made = make(guildOf(state, guildId));
    if (!made) return;
    const at = clock.now().toISOString();
    const entry = made.entry && { ...made.entry, id: nextId(), at, guildId };
    commit({
      ...state,
      users: made.users ?? state.users,
      guilds: state.guilds.map((guild) => (guild.id === guildId ? made.guild : guild)),
      history: entry ? [...state.history, entry].slice(-HISTORY_LENGTH) : state.history,
    });
    for (const watcher of watchers) watcher(made.event, entry);
  };

  const byOwner = (guildId: string): Cause => ({ by: guildOf(state, guildId).ownerId });

  return {
    get state() {
      return state;
    },
    guild: (guildId) => state.guilds.find(({ id }) => id === guildId),
    user: (userId) => state.users.find(({ id }) => id === userId),
    join(guildId, who) {
      const user = 'userId' in who ? userOf(state, who.userId) : newUser(nextId(), who);
      const pending = 'pending' in who && who.pending === true;
      const member = { userId: user.id, roles: [], joinedAt: clock.now().toISOString(), pending };
      change(guildId, (guild) => changes.join(state, guild, user, member));
      return member;
    },
    leave: (guildId, userId) => change(guildId, (guild) => changes.leave(guild, userId)),
    setPending: (guildId, userId, pending) =>
      change(guildId, (guild) => changes.setPending(guild, userId, pending)),
    giveRole: (guildId, userId, roleId, cause = byOwner(guildId)) =>
      change(guildId, (guild) => changes.giveRole(guild, userId, roleId, cause)),
    takeRole: (guildId, userId, roleId, cause = byOwner(guildId)) =>
      change(guildId, (guild) => changes.takeRole(guild, userId, roleId, cause)),
    createRole(guildId, wanted) {
      const role = { ...PLAIN_ROLE, ...wanted, id: nextId() };
      change(guildId, (guild) => changes.createRole(guild, role, byOwner(guildId)));
      return role;
    },
    changeRole: (guildId, roleId, changed) =>
      change(guildId, (guild) => changes.changeRole(guild, roleId, changed, byOwner(guildId))),
    deleteRole: (guildId, roleId) =>
      change(guildId, (guild) => changes.deleteRole(guild, roleId, byOwner(guildId))),
    setMembersIntent: (membersIntent) =>
      commit({ ...state, application: { ...state.application, membersIntent } }),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

const PLAIN_ROLE = { color: 0, hoist: false, permissions: '0', managed: false };

const newUser = (id: string, who: NewMember): User => ({
  id,
  username: who.username,
  displayName: who.displayName ?? null,
  bot: false,
});

function guildOf(state: CommunityState, guildId: string): Guild {
  const guild = state.guilds.find(({ id }) => id === guildId);
  if (!guild) throw new Fault('SANDBOX_UNKNOWN_GUILD', `There is no guild with the id ${guildId}.`);
  return guild;
}

function userOf(state: CommunityState, userId: string): User {
  const user = state.users.find(({ id }) => id === userId);
  if (!user) throw new Fault('SANDBOX_UNKNOWN_USER', `Nobody has the id ${userId}.`);
  return user;
}

function largestId(state: CommunityState): string {
  const ids = [
    ...state.users.map(({ id }) => id),
    ...state.guilds.flatMap(({ roles }) => roles.map(({ id }) => id)),
    ...state.history.map(({ id }) => id),
  ];
  return ids.reduce((a, b) => (compareSnowflakes(a, b) > 0 ? a : b), '0');
}
