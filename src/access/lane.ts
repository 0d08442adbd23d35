import { setTimeout as wait } from 'node:timers/promises';
import type { PrismaClient } from '../database/index.ts';
import type { Allowance } from './community.ts';
import { withLease } from './lease.ts';
import { gap, pause } from './pace.ts';

/** What kind of change: each has an allowance of its own, and so has a look at a member. */
export type ChangeKind = 'role' | 'member' | 'kick';
const LOOK = 'look';

/** What is waited longer than the platform says, in milliseconds: it rounds, and clocks differ. */
const MARGIN = 50;

/** The right to change members of one guild. */
export interface Lane {
  /** Aborted when the right is lost, or the caller's own signal is. */
  readonly signal: AbortSignal;
  /** Makes a change as soon as the platform's allowance permits, and remembers what the platform says then. */
  change(kind: ChangeKind, make: () => Promise<Allowance | undefined>): Promise<void>;
  /**
   * Looks at a member as soon as the platform's allowance for that permits, in whichever process it was used up.
   * @param ask is handed what hears what the platform says about the next look
   */
  look<T>(ask: (hear: (said: Allowance) => void) => Promise<T>): Promise<T>;
}

/**
 * Works alone in a guild, across all instances. The platform loses changes that are made to one member at the
 * same time, and counts all changes of a guild together. After a change the lane stays closed until the next one
 * may be made: who is next is chosen then, and so the most urgent.
 * @throws Fault `LANE_BUSY` when another has it for too long; trying again later is right
 */
export async function inLane<T>(
  prisma: PrismaClient,
  guildId: string,
  stop: AbortSignal,
  work: (lane: Lane) => Promise<T>,
): Promise<T> {
  return withLease(prisma, guildId, stop, async (signal) => {
    let opensAt = 0;
    const result = await work({
      signal,
      async change(kind, make) {
        await waitUnlessStopped(pause(await readAllowance(prisma, guildId, kind)), signal);
        signal.throwIfAborted();
        const allowance = await make();
        if (!allowance) return;
        opensAt = performance.now() + gap(allowance);
        await writeAllowance(prisma, guildId, kind, allowance);
      },
      async look(ask) {
        await waitUnlessStopped(pause(await readAllowance(prisma, guildId, LOOK)), signal);
        signal.throwIfAborted();
        const heard: Allowance[] = [];
        const answer = await ask((said) => heard.push(said));
        // One looks at a time: only the last answer of a window is of use to the next process.
        for (const said of heard)
          if (said.left <= 0)
            await writeAllowance(prisma, guildId, LOOK, { ...said, resetsIn: said.resetsIn + MARGIN });
        return answer;
      },
    });
    await waitUnlessStopped(opensAt - performance.now(), signal);
    return result;
  });
}

/** What is done stays done where the wait after it is cut short. */
async function waitUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await wait(milliseconds, undefined, { signal }).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

async function readAllowance(prisma: PrismaClient, guildId: string, kind: ChangeKind | typeof LOOK) {
  const rows = await prisma.$queryRaw<Allowance[]>`
    SELECT size, "left", (extract(epoch FROM resets_at - now()) * 1000)::float8 AS "resetsIn"
    FROM community.allowances WHERE guild_id = ${guildId} AND kind = ${kind}`;
  return rows[0];
}

async function writeAllowance(
  prisma: PrismaClient,
  guildId: string,
  kind: ChangeKind | typeof LOOK,
  said: Allowance,
) {
  await prisma.$executeRaw`
    INSERT INTO community.allowances (guild_id, kind, size, "left", resets_at)
    VALUES (${guildId}, ${kind}, ${said.size}, ${said.left}, now() + ${said.resetsIn} * interval '1 millisecond')
    ON CONFLICT (guild_id, kind) DO UPDATE
    SET size = excluded.size, "left" = excluded."left", resets_at = excluded.resets_at`;
}
