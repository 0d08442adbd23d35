import pTimeout from 'p-timeout';
import { membershipsOf, type Tied } from '../access/sync/derive.ts';
import { hasProvenAccount } from '../access/sync/entitlements.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import type { PrismaClient } from '../database/index.ts';
import { Fault } from '../errors.ts';
import type { Logger } from '../observability/log.ts';

/** Maximum number of memberships whose details are requested; the others show stored data only. */
const DETAILED = 10;

/** Timeout for the details of all memberships together, in milliseconds. */
const PATIENCE = 4_000;

export interface MembershipSummary {
  readonly id: string;
  readonly productId: string | null;
  readonly planId: string;
  /** The plan that a quick link was copied from; null if this is no quick link, or unknown. */
  readonly sourcePlanId: string | null;
  /** Name of the product; null if the service doesn't return it. */
  readonly productName: string | null;
  readonly status: string;
  readonly valid: boolean;
  /** Time it ceased to give access; null while it does. */
  readonly endedAt: Date | null;
  /** End of the current period; null if there is none, or unknown. */
  readonly periodEndsAt: Date | null;
  /** Time it ends by itself; null if it doesn't. */
  readonly expiresAt: Date | null;
  /** Whether it ends with the current period; null if unknown. */
  readonly cancelAtPeriodEnd: boolean | null;
  /** The page where the buyer manages it; null if unknown. */
  readonly manageUrl: string | null;
}

export interface MemberOverview {
  /** Sorted: proven ones first, then paid ones; of these, those that give access first, then the newest. */
  readonly memberships: readonly MembershipSummary[];
  /** Whether the Commerce Service answered every request; if not, details such as manage links are missing. */
  readonly isComplete: boolean;
}

export interface OverviewDeps {
  readonly prisma: PrismaClient;
  readonly commerce: Pick<CommerceClient, 'memberships'>;
  readonly log: Logger;
}

type Details = Awaited<ReturnType<CommerceClient['memberships']['get']>>;

/**
 * Lists the memberships that count for a chat account. Stored data is always returned; the Commerce Service adds
 * details within a few seconds, and its faults don't affect the rest.
 */
export async function memberOverview(
  deps: OverviewDeps,
  userId: string,
  signal: AbortSignal,
): Promise<MemberOverview> {
  const tied = (await membershipsOf(deps.prisma, userId)).toSorted(
    (one, other) =>
      trustIn(other) - trustIn(one) ||
      Number(other.valid) - Number(one.valid) ||
      startOf(other) - startOf(one),
  );
  const asked = tied.slice(0, DETAILED).map(({ id }) => id);
  const details = await readDetails(deps, asked, signal);
  return {
    memberships: tied.map((stored) => toSummary(stored, details.get(stored.id))),
    isComplete: details.size === asked.length,
  };
}

/** Anyone can make memberships for anyone's account, at most at a price: these must not hide the member's own. */
function trustIn(membership: Tied): number {
  if (hasProvenAccount(membership)) return 2;
  return membership.free ? 0 : 1;
}

const startOf = ({ startedAt }: Tied): number => startedAt?.getTime() ?? 0;

/** `status` and `valid` come from the mirror, since role decisions use the mirror. */
const toSummary = (
  { id, productId, planId, sourcePlanId, status, valid, endedAt, ...stored }: Tied,
  details: Details | undefined,
): MembershipSummary => ({
  id,
  productId,
  planId,
  sourcePlanId,
  status,
  valid,
  endedAt,
  productName: details?.productName ?? null,
  expiresAt: details?.expiresAt ?? stored.expiresAt,
  periodEndsAt: details?.periodEndsAt ?? stored.periodEndsAt,
  cancelAtPeriodEnd: details?.cancelAtPeriodEnd ?? null,
  manageUrl: details?.manageUrl ?? null,
});

async function readDetails(
  { commerce, log }: OverviewDeps,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Details>> {
  const found = new Map<string, Details>();
  if (ids.length === 0) return found;
  const all = ids.map(async (id) => {
    try {
      found.set(id, await commerce.memberships.get(id));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.info({ err: error, membershipId: id }, 'the details of a membership could not be loaded');
    }
  });
  await pTimeout(Promise.all(all), { milliseconds: PATIENCE, message: false, signal });
  // A copy, so that late answers don't change the result.
  return new Map(found);
}
