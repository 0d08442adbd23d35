import Type, { type Static } from 'typebox';

const FaultyAnswer = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  /** The platform's error code; 0 (general error) if left out. */
  code: Type.Optional(Type.Integer()),
  /** A raw response body; `type` is its content type. */
  body: Type.Optional(Type.String()),
  type: Type.Optional(Type.String({ pattern: '^[\\w/+.;= -]+$', maxLength: 100 })),
  /** For 429: in seconds. */
  retryAfter: Type.Optional(Type.Number({ minimum: 0 })),
  /** For 429: the scope of the rate limit. */
  scope: Type.Optional(Type.Enum(['user', 'global', 'shared'])),
  /** Whether to answer with an HTML page, like a proxy in front of the platform. */
  html: Type.Optional(Type.Boolean()),
});
export type FaultyAnswer = Static<typeof FaultyAnswer>;

/** The requests that a fault applies to. A missing field matches everything. */
const Target = Type.Object({
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /** A route pattern below `/v10`; `*` matches any text. */
  route: Type.Optional(Type.String({ maxLength: 200 })),
  /** Id of the user in the request's path. */
  userId: Type.Optional(Type.String({ maxLength: 100 })),
});
export type Target = Static<typeof Target>;

const milliseconds = Type.Integer({ minimum: 0, maximum: 600_000 });

const RequestEffect = Type.Union([
  Type.Object({ kind: Type.Literal('answer'), ...FaultyAnswer.properties }),
  Type.Object({ kind: Type.Literal('latency'), milliseconds }),
  /** Leaves the request unanswered until the fault is removed. */
  Type.Object({ kind: Type.Literal('hang') }),
  Type.Object({ kind: Type.Literal('reset') }),
  /**
   * Loses one of two parallel changes to a member's roles. A change reads the roles, then waits this long for another
   * change of the same member. Both are answered 204, and one overwrites the other. Without a second change, the first
   * is made normally.
   */
  Type.Object({ kind: Type.Literal('lose-parallel'), milliseconds }),
  Type.Object({ kind: Type.Literal('forget') }),
]);
export type RequestEffect = Static<typeof RequestEffect>;

const EventEffect = Type.Union([
  Type.Object({ kind: Type.Literal('lose-events') }),
  Type.Object({ kind: Type.Literal('delay-events'), milliseconds }),
  Type.Object({ kind: Type.Literal('drop-field'), field: Type.String({ maxLength: 60 }) }),
]);
export type EventEffect = Static<typeof EventEffect>;

const HowOften = Type.Object({
  /** Number of times that the fault strikes; unlimited if left out. */
  times: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Probability, 0 to 1. Draws depend on `seed`, so that a run can be repeated. */
  chance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type HowOften = Static<typeof HowOften>;

const RequestFault = Type.Object({
  ...Target.properties,
  ...HowOften.properties,
  /** `before`: the request does nothing. `after`: the request is handled, and only the answer is replaced. */
  when: Type.Optional(Type.Enum(['before', 'after'])),
  effect: RequestEffect,
});
export type RequestFault = Static<typeof RequestFault>;

const EventFault = Type.Object({
  ...HowOften.properties,
  /** Name of an event, such as GUILD_MEMBER_ADD; all events if left out. */
  event: Type.Optional(Type.String({ maxLength: 60 })),
  effect: EventEffect,
});
export type EventFault = Static<typeof EventFault>;

export const SandboxFault = Type.Union([RequestFault, EventFault]);
export type SandboxFault = Static<typeof SandboxFault>;

export const isEventFault = (fault: SandboxFault): fault is EventFault =>
  fault.effect.kind === 'lose-events' ||
  fault.effect.kind === 'delay-events' ||
  fault.effect.kind === 'drop-field';
