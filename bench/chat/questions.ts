import Type, { type Static } from 'typebox';

/** Opens a community that listens at this port. */
const Open = Type.Object({
  kind: Type.Literal('open'),
  port: Type.Integer(),
  token: Type.String(),
  guilds: Type.Integer(),
  /** In each guild, besides its owner and the bot. */
  people: Type.Integer(),
  /** In each guild, below the bot's own. */
  roles: Type.Integer(),
  /** Whether it keeps to the platform's limits. */
  isLimited: Type.Boolean(),
});

/** Gives members of the first guild roles, in silence: before a bot is there. */
const Give = Type.Object({
  kind: Type.Literal('give'),
  held: Type.Array(Type.Object({ userId: Type.String(), roleId: Type.String() })),
});

/** From now on each call takes so many milliseconds longer, and all that was seen before is forgotten. */
const Begin = Type.Object({ kind: Type.Literal('begin'), latency: Type.Integer() });

/** What was seen since then. */
const Report = Type.Object({ kind: Type.Literal('report') });

export const Question = Type.Union([Open, Give, Begin, Report]);

export const Opened = Type.Object({
  apiUrl: Type.String(),
  guilds: Type.Array(
    Type.Object({
      guildId: Type.String(),
      people: Type.Array(Type.String()),
      roles: Type.Array(Type.String()),
    }),
  ),
});
export type Opened = Static<typeof Opened>;

/** Times in milliseconds since 1970, with their fractions. */
export const Reported = Type.Object({
  /** Whose roles changed, the last time. */
  changes: Type.Record(Type.String(), Type.Number()),
  calls: Type.Array(
    Type.Object({
      method: Type.String(),
      /** Empty for a list of members. */
      userId: Type.String(),
      begun: Type.Number(),
      ended: Type.Number(),
      status: Type.Integer(),
    }),
  ),
});
export type Reported = Static<typeof Reported>;
