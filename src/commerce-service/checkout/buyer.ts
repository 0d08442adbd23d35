import type { Transaction } from '../../database/index.ts';
import { isValid } from '../membership-status.ts';
import { productId } from '../products.ts';
import { Refusal } from '../refusal.ts';
import type { PlanRow } from '../resources/plan.ts';
import { type KnownRequirements, requirementsOf } from '../resources/requirements.ts';

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
  now: Date,
): Promise<void> {
  const requirements = requirementsOf(plan);
  if (!isWelcome(requirements, buyer.email))
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

async function refuseSecondOne(transaction: Transaction, plan: PlanRow, { userId }: Buyer): Promise<void> {
  const earlier = await transaction.membership.count({ where: { planId: plan.id, userId } });
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
    where: { userId, productId: { in: products.map(productId) } },
    select: { productId: true, status: true, account: true },
  });
  const valid = memberships.filter((one) => isValid(one.status, one.account)).map((one) => one.productId);
  if (products.some((id) => !valid.includes(productId(id))))
    throw new Refusal('forbidden', 'This plan is for members of another product of this shop only.');
}

async function checkAge(transaction: Transaction, days: number, { userId }: Buyer, now: Date): Promise<void> {
  if (days === 0) return;
  const { createdAt } = await transaction.user.findUniqueOrThrow({ where: { id: userId } });
  if (now.getTime() - createdAt.getTime() < days * DAY)
    throw new Refusal('forbidden', `This plan is for customers of at least ${days} days.`);
}
