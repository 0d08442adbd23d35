import Type, { type Static } from 'typebox';

/**
 * How much somebody is waiting: for a role just paid for; for what has just changed; for what costs nothing, for an
 * account that nobody has shown to be theirs; or nobody, because a sweep found it.
 */
export const Urgency = Type.Enum(['urgent', 'live', 'claimed', 'background']);
export type Urgency = Static<typeof Urgency>;

/** Why a member is looked at. */
export const Occasion = Type.Object({
  urgency: Urgency,
  /** Whether something may be taken: not for what a sweep found that waits for an admin. */
  mayTake: Type.Boolean(),
  /** The member as a sweep saw them, and when, in milliseconds since the epoch: saves the look before while it holds. */
  seen: Type.Optional(
    Type.Object({
      roleIds: Type.Array(Type.String()),
      isPending: Type.Boolean(),
      isBot: Type.Boolean(),
      at: Type.Integer(),
    }),
  ),
  /** The chat account of the admin on whose order; left out where it is nobody's. */
  orderedBy: Type.Optional(Type.String()),
  /** When the event of a purchase came in, in milliseconds since the epoch; left out where it is about none. */
  eventAt: Type.Optional(Type.Integer()),
  /** Whether they have just come in: what they had before went with them, and nobody undid it. */
  hasJoined: Type.Optional(Type.Boolean()),
  /** The problem that is tried again with this member before all others; left out where none is. */
  probes: Type.Optional(Type.String()),
});
export type Occasion = Static<typeof Occasion>;

/** Whether what was in vain with this member is worth a try now: an admin says so, or they have just come in. */
export const isNewTry = ({ orderedBy, hasJoined = false }: Occasion): boolean =>
  orderedBy !== undefined || hasJoined;
