import type { Clock } from '../../clock.ts';
import type { Member, MemberRef } from '../community.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import { type ConfirmDeps, confirm } from './confirm.ts';
import { countedLosses, decide } from './decide.ts';
import { derive } from './derive.ts';
import { compare } from './ledger.ts';

/**
 * Compares a member update with the stored state, without a platform call. Updates the ledger only for changes that we
 * requested. Any other difference just queues a sync: after a reconnect the platform sends states that are minutes old,
 * so a role missing there may have been given since.
 * @returns the sync request; undefined if the roles are right
 */
export async function observeMember(
  deps: ConfirmDeps,
  ref: MemberRef,
  member: Member,
): Promise<SyncRequest | undefined> {
  const stored = await derive(deps.prisma, ref);
  if (stored.mappings.length === 0) return undefined;
  const decision = decide({ ...stored, userId: ref.userId, member, now: deps.clock.now() });
  const { roleDecisions, kick } = decision;
  const { changed, never, ...there } = compare(roleDecisions, stored, member.roleIds);
  const expected = changed.filter(
    ({ kind, roleDecision }) => kind === 'grant' || stored.leaving.includes(roleDecision.roleId),
  );
  // A role not seen yet may still be on its way, so `never` is left empty.
  await confirm(deps, ref, { changed: expected, never: [], ...there });
  const isNews = expected.length < changed.length || never.length > 0;
  // A refused removal is retried when its cause has changed, not whenever the member has.
  const isToGo = kick && !stored.owesRemoval;
  if (!isNews && !isToGo && roleDecisions.every(({ action }) => action === 'leave')) return undefined;
  // Anyone can cause an update about anyone, by giving a role with a free purchase: what it finds is limited as in a
  // sweep.
  const isGuarded = countedLosses(decision, member.roleIds, stored).length > 0;
  return { urgency: 'live', mayTake: true, ...(isGuarded && { isGuarded }) };
}

/** How long a member stays known, in milliseconds: the gateway reports a change within a second, unless it reconnects. */
const LASTS = 10_000;

/** Known members above which outdated ones are dropped. */
const MANY = 1_000;

type Seen = Pick<Member, 'roleIds' | 'isPending'>;

/**
 * The members that this process is syncing or has just synced, as it read them last. The gateway reports every change of
 * ours back to us: comparing that with the stored state would cost as much as the sync itself.
 */
export interface OwnSyncs {
  /** Runs a sync that ends with what it saw of the member after its changes. */
  run<Result extends { readonly seen?: Seen | undefined }>(
    ref: MemberRef,
    sync: () => Promise<Result>,
  ): Promise<Result>;
  /** Whether a member update reports only what a sync of this process has seen. Waits for one that is running. */
  hasSeen(ref: MemberRef, member: Seen): Promise<boolean>;
}

/** Creates an empty record of syncs. */
export function createOwnSyncs(clock: Clock): OwnSyncs {
  const running = new Map<string, Promise<unknown>>();
  const known = new Map<string, { readonly seen: Seen; readonly until: number }>();
  const keyOf = ({ guildId, userId }: MemberRef) => `${guildId} ${userId}`;
  const remember = (key: string, seen: Seen | undefined) => {
    known.delete(key);
    const now = clock.now().getTime();
    if (known.size >= MANY) for (const [other, { until }] of known) if (until < now) known.delete(other);
    if (seen) known.set(key, { seen, until: now + LASTS });
  };
  return {
    async run(ref, sync) {
      const key = keyOf(ref);
      const work = sync();
      running.set(key, work);
      try {
        const result = await work;
        remember(key, result.seen);
        return result;
      } catch (error) {
        remember(key, undefined);
        throw error;
      } finally {
        if (running.get(key) === work) running.delete(key);
      }
    },
    async hasSeen(ref, member) {
      const key = keyOf(ref);
      await running.get(key)?.catch(() => undefined);
      const last = known.get(key);
      if (!last || last.until < clock.now().getTime()) return false;
      if (isSame(last.seen, member)) return true;
      // Somebody has changed the member since: what the sync saw is no longer the latest.
      known.delete(key);
      return false;
    },
  };
}

const isSame = (one: Seen, other: Seen): boolean =>
  one.isPending === other.isPending &&
  new Set(one.roleIds).symmetricDifference(new Set(other.roleIds)).size === 0;
