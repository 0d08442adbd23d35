import Type, { type Static } from 'typebox';

/** Opens a community that listens on this port. */
const Open = Type.Object({
  kind: Type.Literal('open'),
  port: Type.Integer(),
  token: Type.String(),
  guilds: Type.Integer(),
  /** People per guild, besides its owner and the bot. */
  people: Type.Integer(),
  /** Roles per guild, below the bot's own. */
  roles: Type.Integer(),
  /** Whether it enforces the platform's rate limits. */
  isLimited: Type.Boolean(),
});

/** Gives roles to members of the first guild before the bot connects, so that it receives no events. */
const Give = Type.Object({
  kind: Type.Literal('give'),
  held: Type.Array(Type.Object({ userId: Type.String(), roleId: Type.String() })),
});

/** Adds a latency to all further calls, in milliseconds, and resets the report. */
const Begin = Type.Object({ kind: Type.Literal('begin'), latency: Type.Integer() });

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

/** Times are in milliseconds since 1970, with fractions. */
export const Reported = Type.Object({
  /** Time of each member's last role change, by user id. */
  changes: Type.Record(Type.String(), Type.Number()),
  calls: Type.Array(
    Type.Object({
      method: Type.String(),
      /** Empty for a member list. */
      userId: Type.String(),
      begun: Type.Number(),
      ended: Type.Number(),
      status: Type.Integer(),
    }),
  ),
});
export type Reported = Static<typeof Reported>;
