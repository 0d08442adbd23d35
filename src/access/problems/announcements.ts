import Type, { type Static } from 'typebox';
import type { Transaction } from '../../database/index.ts';
import type { Send } from '../../queue.ts';
import { guildNotifications } from '../queue/queues.ts';
import { Reasons } from '../sync/reasons.ts';
import { Subject } from './subject.ts';

const ChangeMade = Type.Object({
  kind: Type.Enum(['grant', 'revoke', 'kick']),
  userId: Type.String(),
  roleId: Type.Union([Type.String(), Type.Null()]),
  reasons: Reasons,
});

/** A problem that needs an admin was found or resolved. */
const ProblemMet = Type.Object({
  kind: Type.Enum(['problem', 'mended']),
  subject: Subject,
  problem: Type.String(),
  code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  said: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/**
 * A sweep found more losses than the mass-loss guard allows and awaits an admin's approval: lists each affected role
 * with its holders and losses, or counts the memberships missing from the service.
 */
const SweepHeld = Type.Object({
  kind: Type.Literal('held'),
  /** Time since which the approval is pending; identifies it. Omitted in rows written by older versions. */
  since: Type.Optional(Type.String()),
  roles: Type.Array(Type.Object({ roleId: Type.String(), holders: Type.Integer(), losses: Type.Integer() })),
  missing: Type.Optional(Type.Integer()),
});

/** Content of a message in a guild's log channel. */
export const Content = Type.Union([ChangeMade, ProblemMet, SweepHeld]);
export type Content = Static<typeof Content>;

/** Stores a log-channel message and queues its delivery. Both happen only if the transaction commits. */
export async function announce(
  send: Send,
  transaction: Transaction,
  guildId: string,
  at: Date,
  content: Content,
): Promise<void> {
  await transaction.announcement.create({ data: { guildId, at, content } });
  await send(guildNotifications, { guildId }, { key: guildId, group: guildId, transaction });
}
