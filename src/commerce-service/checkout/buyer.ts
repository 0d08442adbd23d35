import type { Prisma, Transaction } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { hashCredential } from '../api-keys/credentials.ts';
import type { Author } from '../audited.ts';
import { lock, lockUsers, type UserRow } from '../customers/users.ts';
import type { Visitor } from '../oauth/cookies.ts';
import { findPerson } from '../oauth/sessions.ts';
import { type KnownRequirements, requirementsOf } from '../plans/requirements-schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import { productId } from '../products/service.ts';
import type { Service } from '../service.ts';
import type { Attempts } from './attempts.ts';

const DAY = 24 * 60 * 60 * 1000;

export interface Buyer {
  /** The user who is signed in with this address; undefined if nothing proves that the address is the buyer's. */
  readonly person: UserRow | undefined;
  /** Id of the signed-in user, whose address may be another one. */
  readonly signedInId: string | undefined;
  /** As typed. */
  readonly email: string;
  /** Hash of the browser's cookie. */
  readonly browserHash: string;
  /** Matches the memberships proven to be the buyer's: those of the signed-in user, or those bought in this browser. */
  readonly own: Prisma.MembershipWhereInput;
  /**
   * Matches the memberships that count against the buyer where something is sold once, or to new customers only. Leaves
   * out purchases that others made in the buyer's name.
   */
  readonly chosen: Prisma.MembershipWhereInput;
}

/**
 * Identifies the buyer: the user who is signed in with this address, or else the browser. A typed address proves
 * nothing. Locks the user or the browser until the transaction ends, so that concurrent purchases of one buyer run one
 * after the other.
 */
export async function findBuyer(
  service: Service,
  transaction: Transaction,
  accountId: string,
  { email, visitor }: { readonly email: string; readonly visitor: Visitor },
): Promise<Buyer> {
  const browserHash = hashCredential(visitor.browser);
  const sessions = { prisma: transaction, clock: service.clock };
  const signedIn = (await findPerson(sessions, visitor.session))?.user;
  const isTheirs = signedIn?.accountId === accountId && signedIn.email === email.toLowerCase();
  const person = isTheirs ? await ownRow(transaction, signedIn.id) : undefined;
  if (!person) await lock(transaction, `browser ${browserHash}`);
  const own = person ? { userId: person.id } : { accountId, browserHash };
  const chosen = person ? { ...own, unclaimedSince: null } : own;
  return { person, signedInId: signedIn?.id, email, browserHash, own, chosen };
}

/** Locks the user until the transaction ends, so that the chat account in the returned row stays current. */
async function ownRow(transaction: Transaction, id: string): Promise<UserRow | undefined> {
  await lockUsers(transaction, [id]);
  return (await transaction.user.findUnique({ where: { id } })) ?? undefined;
}

/** Returns the buyer as an audit log author. `proof` is `person` for a signed-in buyer, `typed` for others. */
export const buyerAuthor = ({ person }: Buyer, { id }: Pick<UserRow, 'id'>, address: string): Author => ({
  actor: { kind: 'customer', id },
  address,
  proof: person ? 'person' : 'typed',
});

/**
 * Refuses a buyer who doesn't meet the plan's requirements, or has already bought a plan that is sold once per person.
 * Only memberships proven to be the buyer's count, so typing an address doesn't reveal what its owner has bought.
 * @throws Refusal with the unmet requirement
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
  if (!welcome) throw new Refusal('forbidden', ({ refusals }) => refusals.emailNotInvited);
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

/** Refuses a second purchase. A plan and its quick links count as one, except those that the seller has exempted. */
async function refuseSecondOne(transaction: Transaction, plan: PlanRow, { chosen }: Buyer): Promise<void> {
  const source = plan.mimicPlanId ?? plan.id;
  const bound = { onePerUser: true, OR: [{ id: source }, { mimicPlanId: source }] };
  const earlier = await transaction.membership.count({ where: { ...chosen, plan: bound } });
  if (earlier > 0) throw new Refusal('conflict', ({ refusals }) => refusals.boughtBefore);
}

async function checkProducts(
  transaction: Transaction,
  products: readonly string[],
  { own }: Buyer,
): Promise<void> {
  if (products.length === 0) return;
  const memberships = await transaction.membership.findMany({
    where: { ...own, valid: true, productId: { in: products.map(productId) } },
    select: { productId: true },
  });
  const valid = memberships.map((one) => one.productId);
  if (products.some((id) => !valid.includes(productId(id))))
    throw new Refusal('forbidden', ({ refusals }) => refusals.membersOnly);
}

async function checkAge(transaction: Transaction, days: number, { person, own }: Buyer, now: Date) {
  if (days === 0) return;
  const first = await transaction.membership.findFirst({ where: own, orderBy: { createdAt: 'asc' } });
  const since = person?.createdAt ?? first?.createdAt ?? now;
  if (now.getTime() - since.getTime() < days * DAY)
    throw new Refusal('forbidden', ({ refusals }) => refusals.customerTooNew(days));
}
