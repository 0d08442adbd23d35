import { setTimeout as wait } from 'node:timers/promises';
import { membershipsOf, type Tied } from '../access/derive.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import type { PrismaClient } from '../database/index.ts';
import { Fault } from '../errors.ts';
import type { Logger } from '../log.ts';

/** Memberships whose details are asked for; of the others is told what is stored. */
const DETAILED = 10;

/** How long the Commerce Service may take for all details together, in milliseconds. */
const PATIENCE = 4_000;

/** A membership, as its owner and the admins may read it. */
export interface MembershipSummary {
  readonly id: string;
  readonly productId: string | null;
  readonly planId: string;
  /** The plan that a quick link was copied from; null where it is none, or nobody says. */
  readonly sourcePlanId: string | null;
  /** What the product is called; null where the service doesn't say. */
  readonly productName: string | null;
  readonly status: string;
  readonly valid: boolean;
  /** When it ceased to give access; null while it does. */
  readonly endedAt: Date | null;
  /** The end of the present period; null where there is none, or nobody says. */
  readonly periodEndsAt: Date | null;
  /** When it ends of itself; null where it doesn't. */
  readonly expiresAt: Date | null;
  /** Whether it ends with the present period; null where nobody says. */
  readonly cancelAtPeriodEnd: boolean | null;
  /** Where its buyer looks after it; null where nobody says. */
  readonly manageUrl: string | null;
}

/** What somebody has. */
export interface MemberOverview {
  /** Those that give access first, then the newest. */
  readonly memberships: readonly MembershipSummary[];
  /** Whether the Commerce Service told all that it was asked; where it didn't, links are missing. */
  readonly isComplete: boolean;
}

export interface OverviewDeps {
  readonly prisma: PrismaClient;
  readonly commerce: Pick<CommerceClient, 'memberships'>;
  readonly log: Logger;
}

type Details = Awaited<ReturnType<CommerceClient['memberships']['get']>>;

/**
 * The memberships that count for a chat account. What is stored is always told; the Commerce Service adds what
 * it can in some seconds, and whatever goes wrong there takes nothing from the rest.
 */
export async function memberOverview(
  deps: OverviewDeps,
  userId: string,
  signal: AbortSignal,
): Promise<MemberOverview> {
  const tied = (await membershipsOf(deps.prisma, userId)).toSorted(
    (one, other) => Number(other.valid) - Number(one.valid) || startOf(other) - startOf(one),
  );
  const asked = tied.slice(0, DETAILED).map(({ id }) => id);
  const details = await readDetails(deps, asked, signal);
  return {
    memberships: tied.map((stored) => toSummary(stored, details.get(stored.id))),
    isComplete: details.size === asked.length,
  };
}

const startOf = ({ startedAt }: Tied): number => startedAt?.getTime() ?? 0;

/** Whether it gives access is what our roles go by: that is told as it is stored. */
const toSummary = (
  { id, productId, planId, sourcePlanId, status, valid, endedAt, ...stored }: Tied,
  details: Details | undefined,
): MembershipSummary => ({
  ...{ id, productId, planId, sourcePlanId, status, valid, endedAt },
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
  const finished = new AbortController();
  const late = wait(PATIENCE, undefined, { signal: AbortSignal.any([signal, finished.signal]) });
  const all = ids.map(async (id) => {
    try {
      found.set(id, await commerce.memberships.get(id));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.info({ err: error, membershipId: id }, 'the details of a membership are not known');
    }
  });
  try {
    await Promise.race([Promise.all(all), late]);
  } finally {
    finished.abort();
    late.catch(() => undefined);
  }
  // What comes later is nobody's any more.
  return new Map(found);
}
