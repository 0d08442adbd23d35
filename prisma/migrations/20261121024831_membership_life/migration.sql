-- DropForeignKey
ALTER TABLE "commerce"."deliveries" DROP CONSTRAINT "deliveries_event_id_fkey";

-- DropForeignKey
ALTER TABLE "commerce"."deliveries" DROP CONSTRAINT "deliveries_webhook_id_fkey";

-- DropForeignKey
ALTER TABLE "commerce"."delivery_attempts" DROP CONSTRAINT "delivery_attempts_delivery_id_fkey";

-- DropIndex
DROP INDEX "commerce"."events_subject_id_occurred_at_idx";

-- AlterTable
ALTER TABLE "commerce"."deliveries" ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3),
ADD COLUMN     "sequence" BIGSERIAL NOT NULL;

-- AlterTable
ALTER TABLE "commerce"."events" ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "sequence" BIGSERIAL NOT NULL;

-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "failed_payments" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_change_at" TIMESTAMPTZ(3),
ADD COLUMN     "payments_made" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "psp_payment_method" TEXT;

-- AlterTable
ALTER TABLE "commerce"."webhooks" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "may_be_private" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "previous_secret" TEXT,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "commerce"."refunds" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount" DECIMAL(24,8) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refunds_payment_id_created_at_idx" ON "commerce"."refunds"("payment_id", "created_at");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_status_attempts_sequence_idx" ON "commerce"."deliveries"("webhook_id", "status", "attempts", "sequence");

-- CreateIndex
CREATE INDEX "deliveries_next_attempt_at_idx" ON "commerce"."deliveries"("next_attempt_at");

-- CreateIndex
CREATE INDEX "deliveries_created_at_idx" ON "commerce"."deliveries"("created_at");

-- CreateIndex
CREATE INDEX "events_subject_id_sequence_idx" ON "commerce"."events"("subject_id", "sequence");

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "commerce"."events"("created_at");

-- CreateIndex
CREATE INDEX "memberships_next_change_at_id_idx" ON "commerce"."memberships"("next_change_at", "id");

-- AddForeignKey
ALTER TABLE "commerce"."refunds" ADD CONSTRAINT "refunds_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "commerce"."payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."deliveries" ADD CONSTRAINT "deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "commerce"."events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "commerce"."webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "commerce"."deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What was bought before goes on as it began: its next change is its period's or its term's end.
UPDATE "commerce"."memberships" SET
  "next_change_at" = CASE
    WHEN "status" IN ('trialing', 'active') THEN "renewal_period_end"
    WHEN "status" = 'completed' THEN "expires_at"
  END,
  "payments_made" = CASE WHEN "status" = 'trialing' THEN 0 ELSE 1 END,
  "psp_payment_method" = CASE WHEN "payment_processor" = 'psp' THEN 'pm_test_4242' END;

-- What was on its way is on its way still.
UPDATE "commerce"."deliveries" SET "next_attempt_at" = "created_at" WHERE "status" = 'pending';
