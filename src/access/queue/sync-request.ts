import Type, { type Static } from 'typebox';

/**
 * Urgency of a job. `urgent`: a role just paid for. `live`: a recent change. `claimed`: a free membership without a
 * proven account. `background`: drift found by a sweep.
 */
export const Urgency = Type.Enum(['urgent', 'live', 'claimed', 'background']);
export type Urgency = Static<typeof Urgency>;

/** A link of a commerce user. A later link of the same user has another time, in milliseconds since the epoch. */
export const AwaitingLink = Type.Object({ commerceUserId: Type.String(), linkedAt: Type.Integer() });
export type AwaitingLink = Static<typeof AwaitingLink>;

/** Why and how a member is synced. */
export const SyncRequest = Type.Object({
  urgency: Urgency,
  /** Whether roles may be taken; false for findings of a sweep that awaits approval. */
  mayTake: Type.Boolean(),
  /** Whether the breaker's budgets limit what is taken, because anyone can cause such syncs for anyone. */
  isGuarded: Type.Optional(Type.Boolean()),
  /** The member as a sweep saw them, which saves a lookup while recent. `at` is in milliseconds since the epoch. */
  seen: Type.Optional(
    Type.Object({
      roleIds: Type.Array(Type.String()),
      isPending: Type.Boolean(),
      isBot: Type.Boolean(),
      at: Type.Integer(),
    }),
  ),
  /** Chat account of the admin who ordered the sync; omitted if none did. */
  orderedBy: Type.Optional(Type.String()),
  /** Time a purchase's event was received, in milliseconds since the epoch; omitted if no purchase is the cause. */
  eventAt: Type.Optional(Type.Integer()),
  /** Whether the member has just joined. Roles of an earlier stay ended with it; no one undid our change. */
  hasJoined: Type.Optional(Type.Boolean()),
  /** Subject of the problem that this sync retries ahead of the other affected members; omitted if none. */
  probes: Type.Optional(Type.String()),
  /** Link whose account waits until this member has been synced; omitted if none does. */
  awaitedBy: Type.Optional(AwaitingLink),
});
export type SyncRequest = Static<typeof SyncRequest>;

/** Whether to retry what failed before with this member: on an admin's order, or after a join. */
export const isNewTry = ({ orderedBy, hasJoined = false }: SyncRequest): boolean =>
  orderedBy !== undefined || hasJoined;
