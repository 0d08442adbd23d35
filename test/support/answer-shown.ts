import { answerPendingSweep, pendingSweep } from '../../src/access/sweep/answer-pending.ts';

/** Answers as an admin who was just shown what waits. @returns false where nothing does, or somebody was quicker */
export async function answerShown(
  deps: Parameters<typeof answerPendingSweep>[0],
  guildId: string,
  answer: 'approve' | 'refuse',
  by: string,
): Promise<boolean> {
  const shown = await pendingSweep(deps.prisma, guildId);
  return shown !== null && answerPendingSweep(deps, guildId, answer, by, shown);
}
