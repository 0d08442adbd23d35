import Value from 'typebox/value';
import type { CommerceClient, MembershipDetails } from '../../commerce-client/index.ts';
import { MembershipId } from '../../commerce-client/membership.ts';
import type { Prisma, PrismaClient } from '../../database/index.ts';

/** A membership with the details available from its source. Null: unknown. */
export interface KnownMembership extends Omit<MembershipDetails, 'planId' | 'status' | 'valid'> {
  readonly planId: string | null;
  readonly status: string | null;
  readonly valid: boolean | null;
  /** Source of the details: the service, asked just now; the mirror, as of `at`; or none, if only the id is known. */
  readonly source: { readonly by: 'service' | 'nobody' } | { readonly by: 'mirror'; readonly at: Date };
}

interface Deps {
  readonly prisma: PrismaClient;
  readonly commerce: Pick<CommerceClient, 'catalog'>;
}

/** Maximum number of catalog matches searched for the plan with a given id. */
const NAMESAKES = 5;

const UNKNOWN = {
  productId: null,
  productName: null,
  planName: null,
  email: null,
  username: null,
  chatUsername: null,
  promoCode: null,
  licenseKey: null,
  paymentProcessor: null,
  cancelAtPeriodEnd: null,
  quantity: null,
  periodStartedAt: null,
  createdAt: null,
  manageUrl: null,
  metadata: {},
};

export const fetchedFromService = (membership: MembershipDetails): KnownMembership => ({
  ...membership,
  source: { by: 'service' },
});

/** Reads memberships from the mirror. Details that only the service has, such as the e-mail address, are null. */
export async function mirrored(
  { prisma, commerce }: Deps,
  where: Prisma.MirroredMembershipWhereInput,
  take: number,
): Promise<readonly KnownMembership[]> {
  const rows = await prisma.mirroredMembership.findMany({
    where,
    orderBy: [{ valid: 'desc' }, { id: 'desc' }],
    take,
  });
  return Promise.all(
    rows.map(async (row) => ({
      ...UNKNOWN,
      id: row.id,
      productId: row.productId,
      planId: row.planId,
      sourcePlanId: row.sourcePlanId,
      status: row.status,
      valid: row.valid,
      expiresAt: row.expiresAt,
      periodEndsAt: row.periodEndsAt,
      planName: await planName(commerce, row.planId),
      source: { by: 'mirror', at: row.observedAt },
    })),
  );
}

async function planName({ catalog }: Deps['commerce'], planId: string): Promise<string | null> {
  const plans = await catalog.plans(planId, NAMESAKES);
  return plans.find(({ id }) => id === planId)?.name ?? null;
}

/**
 * Reads a membership from the mirror by id. Without a row, returns the id alone, which is enough to terminate it.
 * @returns undefined if this can't be a membership's id
 */
export async function mirroredById(deps: Deps, id: string): Promise<KnownMembership | undefined> {
  const [found] = await mirrored(deps, { id }, 1);
  if (found || !Value.Check(MembershipId, id)) return found;
  return { ...UNKNOWN, id, planId: null, status: null, valid: null, source: { by: 'nobody' } };
}
