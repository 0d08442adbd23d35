import { Prisma, type Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited, fieldsOf } from '../audited.ts';
import type { Service } from '../service.ts';
import { customFields } from './custom-fields.ts';
import { PlanChange } from './new-plan-schema.ts';
import {
  METHOD_FIELDS,
  type Plan,
  type PlanExpansion,
  type PlanRow,
  toPlan,
  WITH_PRODUCT,
} from './schema.ts';
import { findProduct, uniqueLink } from './service.ts';
import { checkPayable, checkRelease, planTerms, toWishes } from './terms.ts';

/** Allowed changes of a plan's visibility. A quick link can become an ordinary plan only by way of the archive. */
const MAY_BECOME: Readonly<Record<Plan['visibility'], readonly Plan['visibility'][]>> = {
  visible: ['hidden', 'archived'],
  hidden: ['visible', 'archived'],
  quick_link: ['archived'],
  archived: ['visible', 'hidden', 'quick_link'],
};

/** Fields that buyers have agreed to. They can't change once the plan has been sold. */
const FIXED_ONCE_SOLD = {
  product_id: 'productId',
  plan_type: 'planType',
  base_currency: 'baseCurrency',
  initial_price: 'initialPrice',
  renewal_price: 'renewalPrice',
  billing_period: 'billingPeriod',
  trial_period_days: 'trialPeriodDays',
  expiration_days: 'expirationDays',
  grace_period_days: 'gracePeriodDays',
  refillable: 'refillable',
  split_pay_required_payments: 'splitPayRequiredPayments',
} as const;

/**
 * Changes the given fields of a plan. Objects are replaced as a whole.
 * @throws Refusal if the account has no such plan, a field contradicts another one, its visibility can't change in this
 *   way, or buyers rely on a field that would change
 */
export async function updatePlan(
  service: Service,
  by: AccountAuthor,
  id: string,
  change: PlanChange,
  expand?: readonly PlanExpansion[],
): Promise<Plan> {
  const { accountId } = by;
  checkRelease(change);
  const product = await productAfter(service, accountId, change);
  const update = async (transaction: Transaction): Promise<PlanRow> => {
    const before = await lockPlan(transaction, accountId, id, touchesFixed(change));
    checkVisibility(before.visibility, change.visibility);
    const wanted = planTerms({ ...toWishes(before), ...change });
    if (touchesPayment(change)) checkPayable(wanted);
    const { stock, ...terms } = wanted;
    const isStockNamed = change.stock !== undefined || change.unlimited_stock !== undefined;
    const after = {
      ...terms,
      ...(isStockNamed && { stock: withoutHeld(stock, before.held) }),
      ...(change.custom_fields && { customFields: customFields(service, change.custom_fields) }),
      ...(change.custom_password !== undefined && { password: change.custom_password }),
      productId: product ?? before.productId,
    };
    await refuseOnceSold(transaction, before, after);
    await passOnToLinks(transaction, id, change);
    return transaction.plan.update({ where: { id }, data: after, include: WITH_PRODUCT });
  };
  const fields = fieldsOf(Object.keys(PlanChange.properties), change);
  const row = await uniqueLink(() =>
    audited(service, by, update, () => ({
      action: 'plan updated',
      object: { type: 'plan', id },
      details: { fields },
    })),
  );
  return toPlan(row, { publicUrl: service.publicUrl, expand });
}

/** Returns the id of the product to sell from now on; undefined to keep the current one. */
async function productAfter(
  service: Service,
  accountId: string,
  change: PlanChange,
): Promise<string | undefined> {
  const isNamed = change.product_id !== undefined || change.access_pass_id !== undefined;
  return isNamed ? findProduct(service, accountId, change) : undefined;
}

/** Takes the held units out of a requested stock, which includes them. Refuses a stock that doesn't cover them. */
function withoutHeld(stock: number | null, held: number): number | null {
  if (stock === null || stock >= held) return stock === null ? null : stock - held;
  throw new Refusal(
    'conflict',
    `stock must be at least ${held}, the number of units reserved for accepted entries. Withdraw some of these first.`,
  );
}

/** Applies a change of `one_per_user` to the plan's quick links too, also to links that were set differently. */
async function passOnToLinks(
  transaction: Transaction,
  id: string,
  { one_per_user: onePerUser }: PlanChange,
): Promise<void> {
  if (onePerUser !== undefined)
    await transaction.plan.updateMany({ where: { mimicPlanId: id }, data: { onePerUser } });
}

/**
 * Locks the plan against other changes until the transaction ends. If buyers would have to agree to the change, it
 * locks purchases out too. Otherwise it doesn't, since it might wait indefinitely for a steady stream of buyers.
 */
async function lockPlan(
  transaction: Transaction,
  accountId: string,
  id: string,
  keepBuyersOut: boolean,
): Promise<PlanRow> {
  const strength = Prisma.raw(keepBuyersOut ? 'FOR UPDATE' : 'FOR NO KEY UPDATE');
  await transaction.$queryRaw(
    Prisma.sql`SELECT id FROM commerce.plans WHERE account_id = ${accountId} AND id = ${id} ${strength}`,
  );
  const row = await transaction.plan.findFirst({ where: { accountId, id }, include: WITH_PRODUCT });
  if (!row) throw new Refusal('not found', `There is no plan ${id}.`);
  return row;
}

const touchesFixed = (change: PlanChange): boolean =>
  Object.keys(change).some((field) => field in FIXED_ONCE_SOLD || field === 'access_pass_id');

/** Reports whether a change concerns payment. A plan with unpayable old terms can still change in other ways. */
const touchesPayment = (change: PlanChange): boolean =>
  ['plan_type', 'initial_price', 'renewal_price', ...Object.values(METHOD_FIELDS)].some(
    (field) => field in change,
  );

function checkVisibility(from: Plan['visibility'], to: Plan['visibility'] = from): void {
  if (to === from || MAY_BECOME[from].includes(to)) return;
  const choices = MAY_BECOME[from].join(', ');
  throw new Refusal(
    'conflict',
    `visibility can't change from ${from} to ${to}. It can change to ${choices}.`,
  );
}

type Fixed = Pick<PlanRow, (typeof FIXED_ONCE_SOLD)[keyof typeof FIXED_ONCE_SOLD]>;

async function refuseOnceSold(transaction: Transaction, before: PlanRow, after: Fixed): Promise<void> {
  const changed = Object.entries(FIXED_ONCE_SOLD)
    .filter(([, column]) => String(after[column]) !== String(before[column]))
    .map(([field]) => field);
  if (changed.length === 0) return;
  const sold = await transaction.membership.findFirst({ where: { planId: before.id }, select: { id: true } });
  if (sold)
    throw new Refusal(
      'conflict',
      `${changed.join(', ')} can no longer change, because buyers have agreed to it. Create another plan.`,
    );
}
