import type { Prisma, Transaction } from '../database/index.ts';
import { errorCode } from '../errors.ts';
import { newId } from './ids.ts';
import { parseMoney } from './money.ts';
import { listOf, type PageRequest, pageOf } from './pagination.ts';
import { productId } from './products.ts';
import { Refusal } from './refusal.ts';
import type { NewPlan } from './resources/new-plan.ts';
import { type Plan, type PlanExpansion, toPlan, WITH_PRODUCT } from './resources/plan.ts';
import type { Service } from './service.ts';

type Expand = readonly PlanExpansion[] | undefined;
type PlanData = Prisma.PlanUncheckedCreateInput;

/** Days between two charges where the seller doesn't say. */
const DEFAULT_BILLING_PERIOD = 30;

/**
 * Creates a plan.
 * @throws Refusal when a field contradicts another one, or names a product that isn't there
 */
export async function createPlan(
  service: Service,
  accountId: string,
  input: NewPlan,
  expand?: Expand,
): Promise<Plan> {
  const product = await findProduct(service, accountId, input);
  const data = {
    ...planTerms(input),
    id: newId(service.clock, 'plan'),
    accountId,
    productId: product,
    createdAt: service.clock.now(),
  };
  return toPlan(await insertPlan(service.prisma, data), { publicUrl: service.publicUrl, expand });
}

/** Which plans to list. */
export interface PlanFilter {
  readonly visibility?: Plan['visibility'];
  readonly product_id?: string;
  readonly access_pass_id?: string;
}

/** An account's plans, newest first. */
export async function listPlans(
  { prisma, publicUrl }: Service,
  accountId: string,
  request: PageRequest & PlanFilter & { readonly expand?: Expand },
) {
  const { visibility } = request;
  const product = namedProduct(request);
  const where = { accountId, ...(visibility && { visibility }), ...(product && { productId: product }) };
  const [count, rows] = await prisma.$transaction([
    prisma.plan.count({ where }),
    prisma.plan.findMany({ where, include: WITH_PRODUCT, ...pageOf(request) }),
  ]);
  const view = { publicUrl, expand: request.expand };
  return listOf(
    request,
    count,
    rows.map((row) => toPlan(row, view)),
  );
}

/**
 * Stores a plan.
 * @throws Refusal when its short link is taken
 */
export async function insertPlan(database: Transaction, data: PlanData) {
  try {
    return await database.plan.create({ data, include: WITH_PRODUCT });
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    throw new Refusal('conflict', 'short_link is taken: choose another one.');
  }
}

/**
 * The terms of sale that a seller's wishes come down to, with every default in place.
 * @throws Refusal when a field contradicts another one
 */
export function planTerms(input: NewPlan) {
  const isRenewal = input.plan_type === 'renewal';
  const currency = input.base_currency ?? 'usd';
  if (!isRenewal && input.trial_period_days)
    throw new Refusal('contradictory', 'trial_period_days is for a plan_type of renewal only.');
  return {
    planType: input.plan_type ?? 'one_time',
    releaseMethod: input.release_method ?? 'buy_now',
    visibility: input.visibility ?? 'visible',
    baseCurrency: currency,
    initialPrice: parseMoney(input.initial_price ?? 0, currency, 'initial_price'),
    renewalPrice: parseMoney(input.renewal_price ?? 0, currency, 'renewal_price'),
    billingPeriod: input.billing_period ?? (isRenewal ? DEFAULT_BILLING_PERIOD : null),
    trialPeriodDays: input.trial_period_days ?? null,
    expirationDays: input.expiration_days ?? null,
    gracePeriodDays: input.grace_period_days ?? null,
    refillable: input.refillable ?? false,
    splitPayRequiredPayments: input.split_pay_required_payments ?? null,
    stock: toStock(input),
    allowMultipleQuantity: input.allow_multiple_quantity ?? false,
    onePerUser: input.one_per_user ?? false,
    acceptedPaymentMethods: toMethods(input),
    internalNotes: input.internal_notes ?? null,
    paymentLinkDescription: input.payment_link_description ?? null,
    shortLink: input.short_link ?? null,
    requirements: input.requirements ?? {},
    releaseMethodSettings: input.release_method_settings ?? {},
    metadata: input.metadata ?? {},
  } satisfies Partial<PlanData>;
}

/** Unlimited unless a stock is named; what is said outright wins. */
function toStock({ stock, unlimited_stock }: NewPlan): number | null {
  return (unlimited_stock ?? stock === undefined) ? null : (stock ?? 0);
}

function toMethods(input: NewPlan): string[] {
  return [
    ...((input.card_payments ?? true) ? ['card'] : []),
    ...(input.wallet_accepted ? ['wallet'] : []),
    ...(input.commerce_crypto_accepted ? ['commerce_crypto'] : []),
  ];
}

interface ProductChoice {
  readonly product_id?: string;
  readonly access_pass_id?: string;
}

/** The product that either field names: the second one is the old name of the first. */
function namedProduct({ product_id, access_pass_id }: ProductChoice): string | undefined {
  const named = product_id ?? access_pass_id;
  const old = access_pass_id ?? named;
  if (named === undefined || old === undefined) return undefined;
  if (productId(named) !== productId(old))
    throw new Refusal('contradictory', 'access_pass_id must be the same as product_id, or be left out.');
  return productId(named);
}

/** The product to sell: the one named; else the account's only one; else none. */
async function findProduct(
  { prisma }: Service,
  accountId: string,
  input: ProductChoice,
): Promise<string | null> {
  const id = namedProduct(input);
  if (id === undefined) {
    const [only, another] = await prisma.product.findMany({
      where: { accountId },
      select: { id: true },
      take: 2,
    });
    return only && !another ? only.id : null;
  }
  const product = await prisma.product.findFirst({ where: { accountId, id }, select: { id: true } });
  if (!product) throw new Refusal('contradictory', 'product_id must be the id of one of your products.');
  return id;
}
