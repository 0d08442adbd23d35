import Type from 'typebox';

export const Question = Type.Union([
  /** Opens the bot and its worker, by the variables of the process. */
  Type.Object({ kind: Type.Literal('open') }),
  /** Sweeps the guild, and answers when all of it was compared. */
  Type.Object({ kind: Type.Literal('sweep'), guildId: Type.String() }),
  Type.Object({ kind: Type.Literal('usage') }),
]);

export const Swept = Type.Object({
  members: Type.Integer(),
  drifted: Type.Integer(),
  /** Until the last page was compared, in milliseconds. */
  compared: Type.Number(),
});

export const Usage = Type.Object({
  /** The most memory that the process ever had, in megabytes. */
  peak: Type.Number(),
  /** Seconds of a processor. */
  processor: Type.Number(),
});
