import Type, { type Static } from 'typebox';

export const Snowflake = Type.String({ pattern: '^\\d{17,20}$' });

export const User = Type.Object({
  id: Snowflake,
  username: Type.String(),
  displayName: Type.Union([Type.String(), Type.Null()]),
  bot: Type.Boolean(),
});
export type User = Static<typeof User>;

export const Role = Type.Object({
  id: Snowflake,
  name: Type.String(),
  color: Type.Integer({ minimum: 0, maximum: 0xffffff }),
  hoist: Type.Boolean(),
  position: Type.Integer({ minimum: 0 }),
  /** A permission bit set, as decimal digits. */
  permissions: Type.String({ pattern: '^\\d+$' }),
  managed: Type.Boolean(),
  /** Whose managed role it is: a bot's, or the boosters'. */
  managedFor: Type.Optional(
    Type.Union([Type.Object({ botId: Snowflake }), Type.Object({ boosters: Type.Literal(true) })]),
  ),
});
export type Role = Static<typeof Role>;

export const Member = Type.Object({
  userId: Snowflake,
  roles: Type.Array(Snowflake),
  joinedAt: Type.String(),
  /** Has not passed membership screening yet. */
  pending: Type.Boolean(),
});
export type Member = Static<typeof Member>;

const Guild = Type.Object({
  id: Snowflake,
  name: Type.String(),
  ownerId: Snowflake,
  roles: Type.Array(Role),
  members: Type.Array(Member),
});
export type Guild = Static<typeof Guild>;

/** Something that happened: the audit log and the page's feed are both told from these. */
const Entry = Type.Object({
  id: Snowflake,
  guildId: Snowflake,
  at: Type.String(),
  kind: Type.Enum([
    'joined',
    'left',
    'role_given',
    'role_taken',
    'role_created',
    'role_changed',
    'role_deleted',
  ]),
  /** Who did it. */
  by: Snowflake,
  /** The member it was done to. */
  userId: Type.Optional(Snowflake),
  role: Type.Optional(Type.Object({ id: Snowflake, name: Type.String() })),
  reason: Type.Optional(Type.String()),
});
export type Entry = Static<typeof Entry>;

const Application = Type.Object({
  id: Snowflake,
  name: Type.String(),
  botId: Snowflake,
  /** Whether the privileged GUILD_MEMBERS intent is switched on for it. */
  membersIntent: Type.Boolean(),
});
export type Application = Static<typeof Application>;

/** Everything the sandbox knows, as it is kept in its file. Never changed in place: a change makes a new one. */
export const CommunityState = Type.Object({
  version: Type.Literal(1),
  application: Application,
  users: Type.Array(User),
  guilds: Type.Array(Guild),
  /** Oldest first. */
  history: Type.Array(Entry),
});
export type CommunityState = Static<typeof CommunityState>;
