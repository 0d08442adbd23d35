import Type, { type Static } from 'typebox';

/** An answer given instead of the real one. */
const FaultyAnswer = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 599 }),
  /** The platform's own code for what is wrong; 0, which says nothing, where left out. */
  code: Type.Optional(Type.Integer()),
  /** A body that is sent as it is, and what it is called. */
  body: Type.Optional(Type.String()),
  type: Type.Optional(Type.String({ pattern: '^[\\w/+.;= -]+$', maxLength: 100 })),
  /** For 429: in seconds. */
  retryAfter: Type.Optional(Type.Number({ minimum: 0 })),
  /** For 429: whom it is about. */
  scope: Type.Optional(Type.Enum(['user', 'global', 'shared'])),
  /** An HTML page, as a proxy before the platform sends it. */
  html: Type.Optional(Type.Boolean()),
});
export type FaultyAnswer = Static<typeof FaultyAnswer>;

/** Which requests a fault strikes: all where left out. */
const Target = Type.Object({
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /** A route as it is declared below `/v10`; `*` stands for anything. */
  route: Type.Optional(Type.String({ maxLength: 200 })),
  /** Only those about this user: whose id is in the address. */
  userId: Type.Optional(Type.String({ maxLength: 100 })),
});
export type Target = Static<typeof Target>;

const milliseconds = Type.Integer({ minimum: 0, maximum: 600_000 });

const RequestEffect = Type.Union([
  Type.Object({ kind: Type.Literal('answer'), ...FaultyAnswer.properties }),
  /** Waits first, then goes on. */
  Type.Object({ kind: Type.Literal('latency'), milliseconds }),
  /** Never answers, until the fault is removed. */
  Type.Object({ kind: Type.Literal('hang') }),
  /** Breaks the connection. */
  Type.Object({ kind: Type.Literal('reset') }),
  /**
   * A change of a member's roles is made of what was read before another one came, so that of two at the same time
   * one gets lost, and both are answered 204. A change waits so long for another one, and is made where none comes.
   */
  Type.Object({ kind: Type.Literal('lose-parallel'), milliseconds }),
  /** Answers 204, and nothing is done. */
  Type.Object({ kind: Type.Literal('forget') }),
]);
export type RequestEffect = Static<typeof RequestEffect>;

const EventEffect = Type.Union([
  Type.Object({ kind: Type.Literal('lose-events') }),
  Type.Object({ kind: Type.Literal('delay-events'), milliseconds }),
  /** An event comes without one of its fields. */
  Type.Object({ kind: Type.Literal('drop-field'), field: Type.String({ maxLength: 60 }) }),
]);
export type EventEffect = Static<typeof EventEffect>;

const HowOften = Type.Object({
  /** So many times, then no more; without it until it is removed. */
  times: Type.Optional(Type.Integer({ minimum: 1 })),
  /** How likely it strikes, 0 to 1; drawn from `seed`, so that a run can be repeated. */
  chance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  seed: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type HowOften = Static<typeof HowOften>;

const RequestFault = Type.Object({
  ...Target.properties,
  ...HowOften.properties,
  /** `before`: nothing is done. `after`: all is done, and only the answer is not what it was. */
  when: Type.Optional(Type.Enum(['before', 'after'])),
  effect: RequestEffect,
});
export type RequestFault = Static<typeof RequestFault>;

const EventFault = Type.Object({
  ...HowOften.properties,
  /** An event's name (GUILD_MEMBER_ADD); all where left out. */
  event: Type.Optional(Type.String({ maxLength: 60 })),
  effect: EventEffect,
});
export type EventFault = Static<typeof EventFault>;

/** Something that goes wrong on purpose. */
export const SandboxFault = Type.Union([RequestFault, EventFault]);
export type SandboxFault = Static<typeof SandboxFault>;

export const isEventFault = (fault: SandboxFault): fault is EventFault =>
  fault.effect.kind === 'lose-events' ||
  fault.effect.kind === 'delay-events' ||
  fault.effect.kind === 'drop-field';
