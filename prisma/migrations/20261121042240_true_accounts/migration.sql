-- AlterEnum: the new values are not used before this transaction has ended, as PostgreSQL wants it
ALTER TYPE "commerce"."entry_status" ADD VALUE 'expired';
ALTER TYPE "commerce"."entry_status" ADD VALUE 'withdrawn';

-- AlterTable: memberships that are there already are as valid as the account says now
ALTER TABLE "commerce"."memberships" ADD COLUMN     "valid" BOOLEAN;
UPDATE "commerce"."memberships" m
SET "valid" = m."status" IN ('trialing', 'active', 'completed') OR (m."status" = 'past_due' AND a."past_due_is_valid")
FROM "commerce"."accounts" a WHERE a."id" = m."account_id";
ALTER TABLE "commerce"."memberships" ALTER COLUMN "valid" SET NOT NULL;

-- AlterTable: places that were promised without an end are kept for a week from now on
ALTER TABLE "commerce"."plan_entries" ADD COLUMN     "expires_at" TIMESTAMPTZ(3);
UPDATE "commerce"."plan_entries" SET "expires_at" = now() + interval '7 days' WHERE "status" = 'accepted';

-- AlterTable: what is promised is no longer among what anybody may buy
ALTER TABLE "commerce"."plans" ADD COLUMN     "held" INTEGER NOT NULL DEFAULT 0;
UPDATE "commerce"."plans" p SET "held" = e."accepted", "stock" = CASE WHEN p."stock" IS NOT NULL THEN GREATEST(p."stock" - e."accepted", 0) END
FROM (
  SELECT "plan_id", count(*)::int AS "accepted" FROM "commerce"."plan_entries" WHERE "status" = 'accepted' GROUP BY "plan_id"
) e
WHERE e."plan_id" = p."id";

-- A quick link of a quick link belongs to the plan that both come from
WITH RECURSIVE family AS (
  SELECT "id", "id" AS "source" FROM "commerce"."plans" WHERE "mimic_plan_id" IS NULL
  UNION ALL
  SELECT p."id", f."source" FROM "commerce"."plans" p JOIN family f ON p."mimic_plan_id" = f."id"
)
UPDATE "commerce"."plans" p SET "mimic_plan_id" = f."source"
FROM family f WHERE f."id" = p."id" AND p."mimic_plan_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "memberships_account_id_valid_created_at_id_idx" ON "commerce"."memberships"("account_id", "valid", "created_at", "id");

-- CreateIndex
CREATE INDEX "plan_entries_status_expires_at_id_idx" ON "commerce"."plan_entries"("status", "expires_at", "id");

-- CreateIndex
CREATE INDEX "plans_mimic_plan_id_idx" ON "commerce"."plans"("mimic_plan_id");

-- What has no effect on a plan of its kind is no longer kept
UPDATE "commerce"."plans" SET "billing_period" = NULL, "trial_period_days" = NULL, "split_pay_required_payments" = NULL, "renewal_price" = 0
WHERE "plan_type" = 'one_time';
UPDATE "commerce"."plans" SET "expiration_days" = NULL, "grace_period_days" = NULL, "refillable" = false
WHERE "plan_type" = 'renewal';
