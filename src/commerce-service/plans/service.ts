import type { Prisma, Transaction } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited, fieldsOf } from '../audited.ts';
import { newId } from '../ids.ts';
import { ensureDefaultProduct, productId } from '../products/service.ts';
import type { Service } from '../service.ts';
import { customFields } from './custom-fields.ts';
import { NewPlan } from './new-plan-schema.ts';
import { type Plan, type PlanExpansion, toPlan, WITH_PRODUCT } from './schema.ts';
import { checkPayable, checkRelease, planTerms } from './terms.ts';

type Expand = readonly PlanExpansion[] | undefined;
type PlanData = Prisma.PlanUncheckedCreateInput;

/** @throws Refusal if a field contradicts another one, the short link is taken, or the product doesn't exist */
export async function createPlan(
  service: Service,
  by: AccountAuthor,
  input: NewPlan,
  expand?: Expand,
): Promise<Plan> {
  const { accountId } = by;
  checkRelease(input);
  const terms = planTerms(input);
  checkPayable(terms);
  const product = await findProduct(service, accountId, input);
  const data = {
    ...terms,
    customFields: customFields(service, input.custom_fields ?? []),
    id: newId(service.clock, 'plan'),
    accountId,
    productId: product,
    createdAt: service.clock.now(),
  };
  const row = await audited(
    service,
    by,
    (transaction) => insertPlan(transaction, data),
    ({ id }) => ({
      action: 'plan created',
      object: { type: 'plan', id },
      details: { fields: fieldsOf(Object.keys(NewPlan.properties), input) },
    }),
  );
  return toPlan(row, { publicUrl: service.publicUrl, expand });
}

/** @throws Refusal if the account has no such plan */
export async function retrievePlan(
  { prisma, publicUrl }: Service,
  accountId: string,
  id: string,
  expand?: Expand,
): Promise<Plan> {
  const row = await prisma.plan.findFirst({ where: { accountId, id }, include: WITH_PRODUCT });
  if (!row) throw new Refusal('not found', `There is no plan ${id}.`);
  return toPlan(row, { publicUrl, expand });
}

export interface PlanFilter {
  readonly visibility?: Plan['visibility'];
  readonly product_id?: string;
  readonly access_pass_id?: string;
}

/** Lists an account's plans, newest first. */
export async function listPlans(
  { prisma, publicUrl }: Service,
  accountId: string,
  request: PageRequest & PlanFilter & { readonly expand?: Expand },
) {
  const { visibility } = request;
  const product = namedProduct(request);
  const where = { accountId, ...(visibility && { visibility }), ...(product && { productId: product }) };
  const [count, rows] = await readPage(
    request,
    () => prisma.plan.findMany({ where, include: WITH_PRODUCT, ...pageOf(request) }),
    () => prisma.plan.count({ where }),
  );
  const view = { publicUrl, expand: request.expand };
  return listOf(
    request,
    count,
    rows.map((row) => toPlan(row, view)),
  );
}

/** @throws Refusal if the plan's short link is taken */
export const insertPlan = (database: Transaction, data: PlanData) =>
  uniqueLink(() => database.plan.create({ data, include: WITH_PRODUCT }));

/** Runs a write of a plan. Turns a violated unique constraint into a refusal of its short link. */
export async function uniqueLink<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    throw new Refusal('conflict', 'short_link is taken. Choose another one.');
  }
}

export interface ProductChoice {
  readonly product_id?: string;
  readonly access_pass_id?: string;
}

/** Returns the product id from either field; `access_pass_id` is the old name. Refuses different ids. */
export function namedProduct({ product_id, access_pass_id }: ProductChoice): string | undefined {
  const named = product_id ?? access_pass_id;
  const old = access_pass_id ?? named;
  if (named === undefined || old === undefined) return undefined;
  if (productId(named) !== productId(old))
    throw new Refusal('contradictory', 'access_pass_id must be the same as product_id, or be left out.');
  return productId(named);
}

/**
 * Finds the product that a plan sells: the named one, or the account's only one, or else the default product. With
 * several products to choose from, the default product avoids selling access to one that the seller didn't name.
 */
export async function findProduct(
  service: Service,
  accountId: string,
  input: ProductChoice,
): Promise<string> {
  const { prisma } = service;
  const id = namedProduct(input);
  if (id === undefined) {
    const [only, another] = await prisma.product.findMany({
      where: { accountId },
      select: { id: true },
      take: 2,
    });
    return only && !another ? only.id : ensureDefaultProduct(service, accountId);
  }
  const product = await prisma.product.findFirst({ where: { accountId, id }, select: { id: true } });
  if (!product) throw new Refusal('contradictory', 'product_id must be the id of one of your products.');
  return id;
}
