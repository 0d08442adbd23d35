import type { Transaction } from '../../database/index.ts';
import { productId } from '../products.ts';
import { Refusal } from '../refusal.ts';
import type { PlanRow } from '../resources/plan.ts';
import { type KnownRequirements, requirementsOf } from '../resources/requirements.ts';
import type { Attempts } from './attempts.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Whoever wants to buy. The address is as typed: nothing proves that it is the buyer's own. */
export interface Buyer {
  readonly userId: string;
  readonly email: string;
}

/**
 * Refuses a buyer who doesn't fulfil what the plan requires, or has bought it where it is sold to each once.
 * The buyer is locked, so what one person does at the same time can't slip through.
 * @throws Refusal with what is missing
 */
export async function checkBuyer(
  transaction: Transaction,
  plan: PlanRow,
  buyer: Buyer,
  { now, attempts }: { readonly now: Date; readonly attempts: Attempts },
): Promise<void> {
  const requirements = requirementsOf(plan);
  const welcome = isWelcome(requirements, buyer.email);
  if (requirements.emails || requirements.email_domains) attempts.try(welcome);
  if (!welcome)
    throw new Refusal(
      'forbidden',
      'This plan is for certain e-mail addresses only, and yours is not among them.',
    );
  if (plan.onePerUser) await refuseSecondOne(transaction, plan, buyer);
  await checkProducts(transaction, requirements.products ?? [], buyer);
  await checkAge(transaction, requirements.minimum_account_age_days ?? 0, buyer, now);
}

function isWelcome({ emails, email_domains }: KnownRequirements, given: string): boolean {
  if (!emails && !email_domains) return true;
  const email = given.toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return (
    (emails ?? []).some((one) => one.toLowerCase() === email) ||
    (email_domains ?? []).some((one) => one.toLowerCase().replace(/^@/, '') === domain)
  );
}

/** A plan and the quick links of it are one, but for those which the seller has left out of the rule. */
async function refuseSecondOne(transaction: Transaction, plan: PlanRow, { userId }: Buyer): Promise<void> {
  const source = plan.mimicPlanId ?? plan.id;
  const bound = { onePerUser: true, OR: [{ id: source }, { mimicPlanId: source }] };
  const earlier = await transaction.membership.count({ where: { userId, plan: bound } });
  if (earlier > 0)
    throw new Refusal('conflict', 'This plan can be bought once per person, and you have bought it.');
}

async function checkProducts(
  transaction: Transaction,
  products: readonly string[],
  { userId }: Buyer,
): Promise<void> {
  if (products.length === 0) return;
  const memberships = await transaction.membership.findMany({
    where: { userId, valid: true, productId: { in: products.map(productId) } },
    select: { productId: true },
  });
  const valid = memberships.map((one) => one.productId);
  if (products.some((id) => !valid.includes(productId(id))))
    throw new Refusal('forbidden', 'This plan is for members of another product of this shop only.');
}

async function checkAge(transaction: Transaction, days: number, { userId }: Buyer, now: Date): Promise<void> {
  if (days === 0) return;
  const { createdAt } = await transaction.user.findUniqueOrThrow({ where: { id: userId } });
  if (now.getTime() - createdAt.getTime() < days * DAY)
    throw new Refusal('forbidden', `This plan is for customers of at least ${days} days.`);
}
