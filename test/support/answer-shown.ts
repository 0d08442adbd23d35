import { answerHeld, heldSweep } from '../../src/access/sweep/answer-pending.ts';

/** Answers as an admin who was just shown what waits. @returns false where nothing does, or somebody was quicker */
export async function answerShown(
  deps: Parameters<typeof answerHeld>[0],
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
): Promise<boolean> {
  const shown = await heldSweep(deps.prisma, guildId);
  return shown !== null && answerHeld(deps, guildId, answer, by, shown);
}
