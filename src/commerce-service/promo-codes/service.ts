import type { Prisma, Transaction } from '../../database/index.ts';
import { errorCode } from '../../errors.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited, fieldsOf } from '../audited.ts';
import { newId } from '../ids.ts';
import { toPlan, WITH_PRODUCT } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import {
  NewPromoCode,
  type PromoCode,
  PromoCodeChange,
  type PromoCodeExpansion,
  type PromoStatus,
  toPromoCode,
} from './schema.ts';
import { discountTerms } from './terms.ts';

type Expand = readonly PromoCodeExpansion[] | undefined;

const WITH_PLANS = {
  plans: { include: { plan: { include: WITH_PRODUCT } }, orderBy: { planId: 'asc' } },
} as const;

/** Normalizes a code for lookup, since codes are case-insensitive. */
export const codeKey = (code: string): string => code.toLowerCase();

/** @throws Refusal if the code is taken, a field contradicts another one, it has expired, or a plan doesn't exist */
export async function createPromoCode(
  service: Service,
  by: AccountAuthor,
  input: NewPromoCode,
  expand?: Expand,
): Promise<PromoCode> {
  const { clock } = service;
  const { accountId } = by;
  const terms = discountTerms(input);
  const planIds = await findPlans(service, accountId, input.plan_ids ?? [], terms);
  const data = {
    ...terms,
    id: newId(clock, 'promoCode'),
    accountId,
    code: input.code,
    codeKey: codeKey(input.code),
    newUsersOnly: input.new_users_only ?? false,
    existingMembershipsOnly: input.existing_memberships_only ?? false,
    stock: (input.unlimited_stock ?? input.stock === undefined) ? null : (input.stock ?? 0),
    status: input.status ?? 'active',
    expiresAt: expiryOf(service, input.expiration_datetime) ?? null,
    metadata: input.metadata ?? {},
    createdAt: clock.now(),
    plans: { create: planIds.map((planId) => ({ planId })) },
  };
  const details = { fields: fieldsOf(Object.keys(NewPromoCode.properties), input) };
  try {
    const row = await audited(
      service,
      by,
      (transaction) => transaction.promoCode.create({ data, include: WITH_PLANS }),
      ({ id }) => ({ action: 'promo code created', object: { type: 'promo_code', id }, details }),
    );
    return show(service, row, expand);
  } catch (error) {
    if (errorCode(error) !== 'P2002') throw error;
    throw new Refusal('conflict', 'code is taken. Choose another one.');
  }
}

/** @throws Refusal if the account has no such promo code */
export async function retrievePromoCode(
  service: Pick<Service, 'publicUrl'> & { readonly prisma: Transaction },
  accountId: string,
  id: string,
  expand?: Expand,
): Promise<PromoCode> {
  const row = await service.prisma.promoCode.findFirst({ where: { accountId, id }, include: WITH_PLANS });
  if (!row) throw new Refusal('not found', `There is no promo code ${id}.`);
  return show(service, row, expand);
}

/** Lists an account's promo codes, newest first. */
export async function listPromoCodes(
  service: Service,
  accountId: string,
  request: PageRequest & { readonly status?: PromoStatus; readonly expand?: Expand },
) {
  const { prisma } = service;
  const where = { accountId, ...(request.status && { status: request.status }) };
  const [count, rows] = await readPage(
    request,
    () => prisma.promoCode.findMany({ where, include: WITH_PLANS, ...pageOf(request) }),
    () => prisma.promoCode.count({ where }),
  );
  return listOf(
    request,
    count,
    rows.map((row) => show(service, row, request.expand)),
  );
}

/** Changes a promo code's stock, expiry, status or metadata. An archived code can't change any more. */
export async function updatePromoCode(
  service: Service,
  by: AccountAuthor,
  id: string,
  change: PromoCodeChange,
  expand?: Expand,
): Promise<PromoCode> {
  const { accountId } = by;
  const { stock, unlimited_stock, expiration_datetime, metadata, status } = change;
  const expiresAt = expiration_datetime === null ? null : expiryOf(service, expiration_datetime);
  const left = unlimited_stock ? null : stock;
  const data = {
    ...(left !== undefined && { stock: left }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(metadata && { metadata }),
    ...(status && { status }),
  };
  const update = async (transaction: Transaction): Promise<PromoCode> => {
    const where = { accountId, id, status: { not: 'archived' as const } };
    const { count } = await transaction.promoCode.updateMany({ where, data });
    const found = await retrievePromoCode({ ...service, prisma: transaction }, accountId, id, expand);
    // An empty change counts no rows either, so the status is checked too.
    if (count === 0 && found.status === 'archived' && status !== 'archived')
      throw new Refusal('conflict', 'This promo code is archived. Create another one.');
    return found;
  };
  const details = { fields: fieldsOf(Object.keys(PromoCodeChange.properties), change) };
  return audited(service, by, update, () => ({
    action: 'promo code updated',
    object: { type: 'promo_code', id },
    details,
  }));
}

/** Archives a promo code permanently. Memberships that use it keep their discount. Idempotent. */
export async function archivePromoCode(
  service: Service,
  by: AccountAuthor,
  id: string,
  expand?: Expand,
): Promise<PromoCode> {
  const { accountId } = by;
  return audited(
    service,
    by,
    async (transaction) => {
      await transaction.promoCode.updateMany({ where: { accountId, id }, data: { status: 'archived' } });
      return retrievePromoCode({ ...service, prisma: transaction }, accountId, id, expand);
    },
    () => ({ action: 'promo code archived', object: { type: 'promo_code', id } }),
  );
}

/** Checks the plans of a promo code: all must exist, and for a flat amount all must be sold in its currency. */
async function findPlans(
  { prisma }: Service,
  accountId: string,
  ids: readonly string[],
  { promoType, baseCurrency }: Pick<ReturnType<typeof discountTerms>, 'promoType' | 'baseCurrency'>,
): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const plans = await prisma.plan.findMany({ where: { accountId, id: { in: wanted } } });
  if (plans.length < wanted.length) throw new Refusal('contradictory', 'plan_ids must be ids of your plans.');
  if (promoType === 'flat_amount' && plans.some((plan) => plan.baseCurrency !== baseCurrency))
    throw new Refusal(
      'contradictory',
      `plan_ids must be plans sold in ${baseCurrency}, the currency of the flat amount.`,
    );
  return wanted;
}

function show(
  { publicUrl }: Pick<Service, 'publicUrl'>,
  row: Prisma.PromoCodeGetPayload<{ include: typeof WITH_PLANS }>,
  expand: Expand = [],
): PromoCode {
  if (!expand.includes('plans')) return toPromoCode(row);
  return toPromoCode(
    row,
    row.plans.map(({ plan }) => toPlan(plan, { publicUrl })),
  );
}

/** @throws Refusal if the expiry isn't in the future, since the code could never be used */
function expiryOf({ clock }: Service, seconds: number | undefined): Date | undefined {
  if (seconds === undefined) return undefined;
  const moment = new Date(seconds * 1000);
  if (moment <= clock.now()) throw new Refusal('invalid', 'expiration_datetime must be in the future.');
  return moment;
}
