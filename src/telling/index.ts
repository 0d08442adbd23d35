import { guildTold } from '../access/queues.ts';
import { wait } from '../clock.ts';
import type { Schedule, Send, Work } from '../queue.ts';
import { type EndingDeps, tellEndings } from './endings.ts';
import { endingsDue, memberTold } from './queues.ts';
import { type TellDeps, tellGuild } from './tell-guild.ts';
import { type NoticeDeps, tellMember } from './tell-member.ts';

export { tellMemberSoon } from './tell-member.ts';

export const tellingQueues = [memberTold, endingsDue] as const;

/** How long is waited for more of the same before a guild is told, in milliseconds. */
const GATHER = 1_000;

/** Every hour, at a quarter past. */
const ENDINGS_CRON = '15 * * * *';

/** Starts to tell, in this process, what is announced. */
export async function workTelling(
  deps: TellDeps & NoticeDeps & EndingDeps & { readonly send: Send },
  work: Work,
  schedule: Schedule,
): Promise<void> {
  const isOurs = (guildId: string) => deps.guildIds.includes(guildId);
  await work(guildTold, async ({ guildId }, { signal }) => {
    if (!isOurs(guildId)) return;
    await wait(deps.clock, GATHER, signal);
    await tellGuild(deps, guildId, signal);
  });
  await work(memberTold, async (notice, { signal }) => {
    if (isOurs(notice.guildId)) await tellMember(deps, notice, signal);
  });
  await work(endingsDue, () => tellEndings(deps));
  await schedule(endingsDue, ENDINGS_CRON, {});
}
