import { errorCode } from '../errors.ts';
import { OPERATOR } from './accounts/service.ts';
import { newId } from './ids.ts';
import type { NewPlan } from './plans/new-plan-schema.ts';
import { planTerms } from './plans/terms.ts';
import type { Service } from './service.ts';

const HANDLE = 'seed';

/** Plans of a new service: a free one, and one that renews. */
const PLANS: readonly (NewPlan & { readonly handle: string })[] = [
  {
    handle: 'seed-member',
    internal_notes: 'Member',
    payment_link_description: 'Join in: the members’ channels are open to you from the moment you sign up.',
  },
  {
    handle: 'seed-patron',
    internal_notes: 'Patron',
    payment_link_description: 'Everything members have, and the quiet pride of keeping the lights on.',
    plan_type: 'renewal',
    initial_price: 9,
    renewal_price: 9,
    billing_period: 30,
  },
];

/** The seeded product and its plans, with the names that the seller sees. */
export interface Seed {
  readonly productId: string;
  readonly plans: readonly { readonly id: string; readonly name: string }[];
}

/** Seeds an empty service, once. Returns undefined if the service was in use before it was seeded. */
export async function seed(service: Service): Promise<Seed | undefined> {
  const { prisma } = service;
  const { id: accountId } = await prisma.account.findUniqueOrThrow({ where: { handle: OPERATOR } });
  const seeded = await findSeed(service, accountId);
  if (seeded) return seeded;
  const inUse = (await prisma.product.count()) + (await prisma.plan.count());
  if (inUse > 0) return undefined;
  await insertSeed(service, accountId);
  return findSeed(service, accountId);
}

async function findSeed({ prisma }: Service, accountId: string): Promise<Seed | undefined> {
  const product = await prisma.product.findUnique({
    where: { accountId_handle: { accountId, handle: HANDLE } },
    include: {
      plans: { where: { handle: { in: PLANS.map((plan) => plan.handle) } }, orderBy: { handle: 'asc' } },
    },
  });
  if (!product) return undefined;
  const plans = product.plans.map((plan) => ({ id: plan.id, name: plan.internalNotes ?? plan.id }));
  return { productId: product.id, plans };
}

/** Inserts product and plans in one transaction. Does nothing if another process was faster. */
async function insertSeed({ prisma, clock }: Service, accountId: string): Promise<void> {
  const createdAt = clock.now();
  const plans = PLANS.map(({ handle, ...plan }) => ({
    ...planTerms(plan),
    id: newId(clock, 'plan'),
    accountId,
    handle,
    createdAt,
  }));
  const product = {
    id: newId(clock, 'product'),
    accountId,
    handle: HANDLE,
    name: 'Community membership',
    description: 'A place in the community, for as long as you like.',
    metadata: {},
    createdAt,
  };
  try {
    await prisma.product.create({ data: { ...product, plans: { create: plans } } });
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
  }
}
