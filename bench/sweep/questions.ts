import Type from 'typebox';

export const Question = Type.Union([
  /** Opens the bot and its worker, according to the process's environment. */
  Type.Object({ kind: Type.Literal('open') }),
  /** Sweeps the guild, and answers when all members were compared. */
  Type.Object({ kind: Type.Literal('sweep'), guildId: Type.String() }),
  Type.Object({ kind: Type.Literal('usage') }),
]);

export const Swept = Type.Object({
  members: Type.Integer(),
  drifted: Type.Integer(),
  /** Time until the last page was compared, in milliseconds. */
  compared: Type.Number(),
});

export const Usage = Type.Object({
  /** Peak memory of the process, in MB. */
  peak: Type.Number(),
  /** CPU seconds. */
  processor: Type.Number(),
});
