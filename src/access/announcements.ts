import Type, { type Static } from 'typebox';
import type { Transaction } from '../database/index.ts';
import type { Send } from '../queue.ts';
import { guildNotifications } from './queues.ts';

/** A role was given or taken, or a member removed. */
const ChangeMade = Type.Object({
  kind: Type.Enum(['grant', 'revoke', 'kick']),
  userId: Type.String(),
  roleId: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  /** The reason in the other languages. */
  translated: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** Something that only a person can mend has come up, or is mended. */
const ProblemMet = Type.Object({
  kind: Type.Enum(['problem', 'mended']),
  subject: Type.String(),
  problem: Type.String(),
  code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  said: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/**
 * A sweep would take too much and waits for an admin: each role with its holders and what it would lose, or how many
 * memberships the service does not show.
 */
const SweepHeld = Type.Object({
  kind: Type.Literal('held'),
  /** Which question it is: since when it waits. Left out in those of before. */
  since: Type.Optional(Type.String()),
  roles: Type.Array(Type.Object({ roleId: Type.String(), holders: Type.Integer(), losses: Type.Integer() })),
  missing: Type.Optional(Type.Integer()),
});

/** What is told in a guild's log channel. */
export const Content = Type.Union([ChangeMade, ProblemMet, SweepHeld]);
export type Content = Static<typeof Content>;

/** Notes what is to be told, and has it told soon: if and only if the transaction commits. */
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
