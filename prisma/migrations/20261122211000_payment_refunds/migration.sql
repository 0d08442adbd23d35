-- AlterTable
ALTER TABLE "commerce"."payments" ADD COLUMN     "refunded_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "payments_account_id_refunded_at_idx" ON "commerce"."payments"("account_id", "refunded_at");

-- What went back before this was noted.
UPDATE "commerce"."payments" SET "refunded_at" = "first"."at"
FROM (SELECT "payment_id", min("created_at") AS "at" FROM "commerce"."refunds" GROUP BY "payment_id") AS "first"
WHERE "payments"."id" = "first"."payment_id";
