import Type, { type Static } from 'typebox';
import type { Transaction } from '../database/index.ts';
import type { Send } from '../queue.ts';
import { guildTold } from './queues.ts';

/** A role was given or taken, or a member removed. */
const ChangeMade = Type.Object({
  kind: Type.Enum(['grant', 'revoke', 'kick']),
  userId: Type.String(),
  roleId: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
});

/** Something that only a person can mend has come up, or is mended. */
const ProblemMet = Type.Object({
  kind: Type.Enum(['problem', 'mended']),
  subject: Type.String(),
  problem: Type.String(),
});

/** A sweep would take too much and waits for an admin; each role with its holders and what it would lose. */
const SweepHeld = Type.Object({
  kind: Type.Literal('held'),
  roles: Type.Array(Type.Object({ roleId: Type.String(), holders: Type.Integer(), losses: Type.Integer() })),
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
  await send(guildTold, { guildId }, { key: guildId, group: guildId, transaction });
}
