import type { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { fromJson } from '../api/schema.ts';
import { type AccountAuthor, audited, fieldsOf } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { toCustomFields } from './custom-fields.ts';
import { NewQuickLink } from './new-plan-schema.ts';
import { type Plan, type PlanExpansion, type PlanRow, toPlan, WITH_PRODUCT } from './schema.ts';
import { insertPlan } from './service.ts';

/** A quick link is for a single buyer by default. */
const DEFAULT_STOCK = 1;

/**
 * Copies a plan into a new one that can be reached only by its link.
 * @param mimicPlanId the plan to copy, which doesn't change
 * @throws Refusal if the account has no such plan, or the short link is taken
 */
export async function createQuickLink(
  service: Service,
  by: AccountAuthor,
  mimicPlanId: string,
  input: NewQuickLink,
  expand?: readonly PlanExpansion[],
): Promise<Plan> {
  const { prisma, clock, publicUrl } = service;
  const where = { accountId: by.accountId, id: mimicPlanId };
  const mimicked = await prisma.plan.findFirst({ where, include: WITH_PRODUCT });
  if (!mimicked) throw new Refusal('not found', `There is no plan ${mimicPlanId}.`);
  const data = {
    ...toCopy(mimicked, input),
    id: newId(clock, 'plan'),
    mimicPlanId: mimicked.mimicPlanId ?? mimicPlanId,
    createdAt: clock.now(),
  };
  const row = await audited(
    service,
    by,
    (transaction) => insertPlan(transaction, data),
    ({ id }) => ({
      action: 'quick link created',
      object: { type: 'plan', id },
      details: { of: mimicPlanId, fields: fieldsOf(Object.keys(NewQuickLink.properties), input) },
    }),
  );
  return toPlan(row, { publicUrl, expand });
}

function toCopy({ product: _, ...mimicked }: PlanRow, input: NewQuickLink): Prisma.PlanUncheckedCreateInput {
  return {
    ...mimicked,
    // Unique names stay with the original.
    handle: null,
    shortLink: input.short_link ?? null,
    password: input.custom_password ?? mimicked.password,
    visibility: 'quick_link',
    stock: input.stock ?? DEFAULT_STOCK,
    held: 0,
    internalNotes: input.internal_notes ?? mimicked.internalNotes,
    paymentLinkDescription: input.payment_link_description ?? mimicked.paymentLinkDescription,
    trialPeriodDays: input.trial_period_days ?? mimicked.trialPeriodDays,
    customFields: [...toCustomFields(mimicked.customFields)],
    metadata: input.metadata ?? fromJson(mimicked.metadata),
    requirements: { ...fromJson(mimicked.requirements), ...input.requirements },
    releaseMethodSettings: fromJson(mimicked.releaseMethodSettings),
  };
}
