import Value from 'typebox/value';
import { ulid } from 'ulid';
import type { PrismaClient } from '../database/index.ts';
import { announce } from './announcements.ts';
import { createBreaker, isAnswered, type Losses, LossesList } from './breaker.ts';
import { type CompareDeps, type Compared, compareGuild } from './compare-guild.ts';
import { compare, type LedgerDeps, settle, takeOver } from './ledger.ts';
import { listMappings } from './mappings.ts';

export type SweepDeps = CompareDeps & LedgerDeps;

/** What a sweep found. */
export interface SweepReport {
  /** By which `heal` finds whom it found. */
  readonly run: string;
  readonly members: number;
  /** Members who lack a role or have one too many. */
  readonly drifted: number;
  /** The roles that would lose too many; while there are any, nothing is taken before an admin has said so. */
  readonly held: readonly Losses[];
}

/**
 * Compares a whole guild with what is stored and writes down who has drifted, for `heal` to mend. Nothing is
 * changed before the last page was read and the losses were counted.
 * @throws the platform's error; then nothing is concluded
 */
export async function sweepGuild(
  deps: SweepDeps,
  guildId: string,
  signal: AbortSignal,
): Promise<SweepReport> {
  const { prisma, clock } = deps;
  const begun = { startedAt: clock.now(), finishedAt: null, members: 0, drifted: 0 };
  await prisma.sweep.upsert({ where: { guildId }, create: { guildId, ...begun }, update: begun });
  // Ids of this kind are in the order of time.
  const run = ulid(clock.now().getTime());
  const mappings = await listMappings(prisma, guildId);
  const breaker = createBreaker();
  let members = 0;
  let drifted = 0;
  for await (const page of mappings.length === 0 ? [] : compareGuild(deps, guildId, mappings, signal)) {
    await settlePage(deps, guildId, page);
    for (const compared of page) breaker.count(compared);
    members += page.length;
    drifted += await noteDrift(prisma, guildId, run, page);
  }
  const held = breaker.tripped();
  const report = { run, members, drifted, held };
  await finish(deps, guildId, report);
  deps.log.info({ guildId, members, drifted, held: held.length }, 'sweep done');
  return report;
}

/** Brings the ledger up to date with what the page shows. */
async function settlePage(deps: SweepDeps, guildId: string, page: readonly Compared[]): Promise<void> {
  const differences = page.map(({ userId, member, stored, decision }) => ({
    ref: { guildId, userId },
    ...compare(decision.verdicts, stored, member.roleIds),
  }));
  await takeOver(
    deps,
    differences.flatMap(({ ref, unknown }) => unknown.map((roleId) => ({ ...ref, roleId }))),
  );
  for (const { ref, changed } of differences) await settle(deps, ref, { changed, unknown: [] });
}

/** @returns how many of the page have drifted */
async function noteDrift(
  prisma: PrismaClient,
  guildId: string,
  run: string,
  page: readonly Compared[],
): Promise<number> {
  const rows = page.flatMap(({ userId, member, decision: { verdicts, kick } }) => {
    const gains = verdicts.some(({ action }) => action === 'grant');
    const loses = kick !== null || verdicts.some(({ action }) => action === 'revoke');
    if (!gains && !loses) return [];
    return [{ guildId, run, userId, seen: [...member.roleIds], pending: member.isPending, gains, loses }];
  });
  // A member whose id comes twice, on two pages, is one member.
  if (rows.length > 0) await prisma.drift.createMany({ data: rows, skipDuplicates: true });
  return rows.length;
}

/** How long an approved sweep is healed before as much again is a new question, in milliseconds. */
const HEALING = 60 * 60 * 1000;

/**
 * Ends the sweep; what it found takes the place of what the last one did. What trips the breaker is told, unless an
 * admin was asked about as much before, and what they have approved may be under way still.
 */
async function finish(deps: SweepDeps, guildId: string, report: SweepReport): Promise<void> {
  const { run, members, drifted, held } = report;
  const now = deps.clock.now();
  await deps.prisma.$transaction(async (transaction) => {
    const before = await transaction.sweep.findUniqueOrThrow({ where: { guildId } });
    const isOpen = held.length > 0;
    const asked = Value.Parse(LossesList, before.held);
    const approvedAt = before.answer === 'approve' ? before.answeredAt : null;
    const isOver = approvedAt !== null && now.getTime() - approvedAt.getTime() > HEALING;
    const isNew = isOpen && !(before.heldSince && isAnswered(held, asked) && !isOver);
    await transaction.drift.deleteMany({ where: { guildId, run: { lt: run } } });
    await transaction.sweep.update({
      where: { guildId },
      data: {
        ...{ run, members, drifted, finishedAt: now },
        ...(!isOpen && { heldSince: null, answer: null, answeredAt: null, held: [] }),
        ...(isNew && { heldSince: now, answer: null, answeredAt: null, held: [...held] }),
      },
    });
    if (isNew) await announce(deps.send, transaction, guildId, now, { kind: 'held', roles: [...held] });
  });
}
