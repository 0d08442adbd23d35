import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PrismaClient } from '../database/index.ts';
import { Fault } from '../errors.ts';
import type { Allowance } from './community.ts';
import { gap, pause } from './pace.ts';

/** For how long a lane is taken at a time, in seconds of the database's clock: what a dead process blocks. */
const LEASE = 15;

/** How often it is taken anew while it is used, in milliseconds. */
const RENEWAL = 5_000;

/** How long somebody waits for a lane, and how often they look, in milliseconds. */
const PATIENCE = 30_000;
const LOOK_INTERVAL = 100;

/** What kind of change: each has an allowance of its own. */
export type ChangeKind = 'role' | 'member';

/** The right to change members of one guild. */
export interface Lane {
  /** Aborted when the right is lost, or the caller's own signal is. */
  readonly signal: AbortSignal;
  /**
   * Makes a change as soon as the platform's allowance permits, and remembers what the platform says then.
   * @param make is told whether that took time in which the member may have changed
   */
  change(kind: ChangeKind, make: (hasWaited: boolean) => Promise<Allowance | undefined>): Promise<void>;
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
  const holder = randomUUID();
  await enter(prisma, guildId, holder, stop);
  const lost = new AbortController();
  const renewal = setInterval(() => {
    take(prisma, guildId, holder).then(
      (taken) => taken || lost.abort(new Fault('LANE_LOST', 'Another instance has taken over this server.')),
      (error) => lost.abort(error),
    );
  }, RENEWAL);
  const signal = AbortSignal.any([stop, lost.signal]);
  let opensAt = 0;
  try {
    const result = await work({
      signal,
      async change(kind, make) {
        const wait = pause(await readAllowance(prisma, guildId, kind));
        await waitUnlessStopped(wait, signal);
        signal.throwIfAborted();
        const allowance = await make(wait > 0);
        if (!allowance) return;
        opensAt = performance.now() + gap(allowance);
        await writeAllowance(prisma, guildId, kind, allowance);
      },
    });
    await waitUnlessStopped(opensAt - performance.now(), signal);
    return result;
  } finally {
    clearInterval(renewal);
    await prisma.guildLane.updateMany({ where: { guildId, holder }, data: { holder: null } });
  }
}

/** What is done stays done where the wait after it is cut short. */
async function waitUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await wait(milliseconds, undefined, { signal }).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

/** Frees every lane. Only where this process is known to be alone: then who held one is dead. */
export async function freeLanes(prisma: PrismaClient): Promise<void> {
  await prisma.guildLane.updateMany({ data: { holder: null } });
}

async function enter(prisma: PrismaClient, guildId: string, holder: string, signal: AbortSignal) {
  for (let waited = 0; !(await take(prisma, guildId, holder)); waited += LOOK_INTERVAL) {
    if (waited >= PATIENCE) throw new Fault('LANE_BUSY', 'Another change in this server takes very long.');
    await wait(LOOK_INTERVAL, undefined, { signal });
  }
}

/** Takes the lane, or goes on holding it. @returns whether it is ours now */
async function take(prisma: PrismaClient, guildId: string, holder: string): Promise<boolean> {
  const count = await prisma.$executeRaw`
    INSERT INTO community.guild_lanes AS lane (guild_id, holder, held_until)
    VALUES (${guildId}, ${holder}, now() + ${LEASE} * interval '1 second')
    ON CONFLICT (guild_id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE lane.holder IS NULL OR lane.holder = excluded.holder OR lane.held_until < now()`;
  return count === 1;
}

async function readAllowance(prisma: PrismaClient, guildId: string, kind: ChangeKind) {
  const rows = await prisma.$queryRaw<Allowance[]>`
    SELECT size, "left", (extract(epoch FROM resets_at - now()) * 1000)::float8 AS "resetsIn"
    FROM community.allowances WHERE guild_id = ${guildId} AND kind = ${kind}`;
  return rows[0];
}

async function writeAllowance(prisma: PrismaClient, guildId: string, kind: ChangeKind, said: Allowance) {
  await prisma.$executeRaw`
    INSERT INTO community.allowances (guild_id, kind, size, "left", resets_at)
    VALUES (${guildId}, ${kind}, ${said.size}, ${said.left}, now() + ${said.resetsIn} * interval '1 millisecond')
    ON CONFLICT (guild_id, kind) DO UPDATE
    SET size = excluded.size, "left" = excluded."left", resets_at = excluded.resets_at`;
}
