import Value from 'typebox/value';
import { ulid } from 'ulid';
import { listMappings } from '../mappings/mappings.ts';
import { nextObservation } from '../mirror/mirror.ts';
import { announce } from '../problems/announcements.ts';
import { type ConfirmDeps, confirm } from '../sync/confirm.ts';
import { countedLosses } from '../sync/decide.ts';
import { adopt, compare } from '../sync/ledger.ts';
import { findPermitted, type Losses, LossesList, lockBudgets, permit } from '../sync/permitted-losses.ts';
import { type Breaker, countLosses, createBreaker, isAnswered } from './breaker.ts';
import { type CompareDeps, type Compared, compareGuild } from './compare-guild.ts';

export type SweepDeps = CompareDeps & ConfirmDeps;

export interface SweepReport {
  /** Id of the sweep, by which `queueRepairs` finds its drift rows. */
  readonly run: string;
  /** Number drawn at the start: memberships observed before it are taken into account. */
  readonly observation: bigint;
  readonly members: number;
  /** Members who lack a role or have one too many. */
  readonly drifted: number;
  /** Roles that would lose too many holders. Their losses wait for an admin's approval. */
  readonly held: readonly Losses[];
}

/**
 * Compares a whole guild with the stored state and records drifted members, for `queueRepairs` to fix. Changes no roles: all
 * pages must be read and all losses counted first.
 * @param options.mayTake whether the stored state is reliable enough to take roles; if not, losses aren't counted
 * @param options.missing number of memberships missing from the service, about which admins are asked
 * @throws the platform's error; then nothing is concluded
 */
export async function sweepGuild(
  deps: SweepDeps,
  guildId: string,
  { mayTake, missing = 0 }: { readonly mayTake: boolean; readonly missing?: number | undefined },
  signal: AbortSignal,
): Promise<SweepReport> {
  const { prisma, clock } = deps;
  const begun = { startedAt: clock.now(), finishedAt: null, members: 0, drifted: 0 };
  await prisma.sweep.upsert({ where: { guildId }, create: { guildId, ...begun }, update: begun });
  const { number: observation } = await nextObservation(deps);
  // ULIDs sort by time.
  const run = ulid(clock.now().getTime());
  const mappings = await listMappings(prisma, guildId);
  const breaker = createBreaker();
  let members = 0;
  let drifted = 0;
  for await (const page of mappings.length === 0 ? [] : compareGuild(deps, guildId, mappings, signal)) {
    await settlePage(deps, guildId, page);
    for (const compared of page) breaker.count(compared);
    members += page.length;
    drifted += await noteDrift(deps, guildId, run, page);
  }
  const found = { run, observation, members, drifted };
  const held = mayTake ? await finish(deps, guildId, found, breaker) : [];
  if (!mayTake) await finishGiving(deps, guildId, found, mappings.length === 0 ? 0 : missing);
  deps.metrics?.sweeps.inc({ outcome: held.length > 0 ? 'held' : 'done' });
  deps.metrics?.sweepTime.observe((clock.now().getTime() - begun.startedAt.getTime()) / 1000);
  deps.log.info({ guildId, members, drifted, held: held.length }, 'sweep done');
  return { ...found, held };
}

/** Updates the ledger with the roles seen on the page. */
async function settlePage(deps: SweepDeps, guildId: string, page: readonly Compared[]): Promise<void> {
  const differences = page.map(({ userId, member, stored, decision }) => ({
    ref: { guildId, userId },
    ...compare(decision.roleDecisions, stored, member.roleIds),
  }));
  await adopt(
    deps,
    differences.flatMap(({ ref, unknown }) => unknown.map((roleId) => ({ ...ref, roleId }))),
  );
  for (const { ref, ...found } of differences) await confirm(deps, ref, { ...found, unknown: [] });
}

/** Records the members on the page who have drifted. @returns their number */
async function noteDrift(
  { prisma, metrics }: SweepDeps,
  guildId: string,
  run: string,
  page: readonly Compared[],
): Promise<number> {
  const rows = page.flatMap(({ at, userId, member, stored, decision }) => {
    const revoked = decision.roleDecisions.filter(({ action }) => action === 'revoke');
    const gains = decision.roleDecisions.some(({ action }) => action === 'grant');
    const loses = decision.kick !== null || revoked.length > 0;
    if (!gains && !loses) return [];
    const counted = countedLosses(decision, member.roleIds, stored);
    const guarded = revoked.every(({ roleId }) => counted.includes(roleId)) ? [...counted] : [];
    const sight = { at, seen: [...member.roleIds], pending: member.isPending };
    return [{ guildId, run, userId, ...sight, gains, loses, guarded }];
  });
  metrics?.drift.inc({ direction: 'missing' }, rows.filter(({ gains }) => gains).length);
  metrics?.drift.inc({ direction: 'surplus' }, rows.filter(({ loses }) => loses).length);
  // A member may appear on two pages.
  if (rows.length > 0) await prisma.drift.createMany({ data: rows, skipDuplicates: true });
  return rows.length;
}

/**
 * Completes a sweep that only gives roles. A pending approval stays as it is, unless memberships are missing from the
 * service: then admins are asked about these, and asked again only if more are missing.
 */
async function finishGiving(
  deps: SweepDeps,
  guildId: string,
  { run, members, drifted }: Omit<SweepReport, 'held'>,
  missing: number,
): Promise<void> {
  const now = deps.clock.now();
  await deps.prisma.$transaction(async (transaction) => {
    const before = await transaction.sweep.findUniqueOrThrow({ where: { guildId } });
    const isOpen = before.heldSince !== null && before.missing !== null && before.answer !== 'approve';
    const isNew = missing > 0 && !(isOpen && missing <= (before.missing ?? 0));
    await transaction.drift.deleteMany({ where: { guildId, run: { lt: run, not: before.run ?? run } } });
    await transaction.sweep.update({
      where: { guildId },
      data: {
        members,
        drifted,
        finishedAt: now,
        sweptAt: now,
        onlyGave: true,
        ...(isNew && { ...NO_QUESTION, heldSince: now, missing }),
      },
    });
    if (isNew)
      await announce(deps.send, transaction, guildId, now, { ...heldSince(now), roles: [], missing });
  });
}

const heldSince = (now: Date) => ({ kind: 'held', since: now.toISOString() }) as const;

/** Whether `since` is at most `duration` milliseconds ago. A time in the future stems from a clock that was ahead. */
const isWithin = (now: Date, since: Date, duration: number): boolean =>
  since <= now && now.getTime() - since.getTime() <= duration;

const NO_QUESTION = { heldSince: null, answer: null, answeredAt: null, held: [], missing: null };

/** How long an approved sweep may show no progress before the remaining losses need a new approval, in milliseconds. */
const HEALING = 60 * 60 * 1000;

/**
 * Completes a sweep; its findings replace those of the previous one. Announces roles that trip the mass-loss guard,
 * unless an admin was already asked about as many losses, and permits the losses of the others. An unapproved loss stays
 * pending while any of it would still happen. Approved syncs may still be under way, or lost with a process.
 * @returns the roles that would lose too many holders without approval
 */
async function finish(
  deps: SweepDeps,
  guildId: string,
  { run, members, drifted }: Omit<SweepReport, 'held'>,
  breaker: Breaker,
): Promise<readonly Losses[]> {
  const now = deps.clock.now();
  return deps.prisma.$transaction(async (transaction) => {
    await lockBudgets(transaction, guildId);
    const before = await transaction.sweep.findUniqueOrThrow({ where: { guildId } });
    const asked = Value.Parse(LossesList, before.held);
    const approvedAt = before.answer === 'approve' ? before.answeredAt : null;
    const undecided = approvedAt === null ? asked.map(({ roleId }) => roleId) : [];
    const tripped = breaker.tripped(undecided, await findPermitted(transaction, guildId, now));
    for (const [roleId, userIds] of breaker.losers())
      if (!tripped.some((role) => role.roleId === roleId))
        await permit(transaction, { guildId, roleId }, userIds, now);
    const isOpen = tripped.length > 0;
    const isLess = isAnswered(tripped, asked) && countLosses(tripped) < countLosses(asked);
    const isOver = approvedAt !== null && !isLess && !isWithin(now, approvedAt, HEALING);
    const isNew = isOpen && !(before.heldSince && isAnswered(tripped, asked) && !isOver);
    const goesOn = approvedAt !== null && isOpen && !isNew && isLess;
    await transaction.drift.deleteMany({ where: { guildId, run: { lt: run } } });
    await transaction.sweep.update({
      where: { guildId },
      data: {
        run,
        members,
        drifted,
        finishedAt: now,
        sweptAt: now,
        onlyGave: false,
        ...(!isOpen && NO_QUESTION),
        ...(goesOn && { answeredAt: now, held: [...tripped] }),
        ...(isNew && { ...NO_QUESTION, heldSince: now, held: [...tripped] }),
      },
    });
    if (isNew)
      await announce(deps.send, transaction, guildId, now, { ...heldSince(now), roles: [...tripped] });
    return approvedAt !== null && !isNew ? [] : tripped;
  });
}
