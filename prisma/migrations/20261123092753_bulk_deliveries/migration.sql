-- DropIndex
DROP INDEX "commerce"."deliveries_webhook_id_status_next_attempt_at_sequence_idx";

-- AlterTable
ALTER TABLE "commerce"."deliveries" ADD COLUMN     "is_bulk" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_status_is_bulk_next_attempt_at_sequen_idx" ON "commerce"."deliveries"("webhook_id", "status", "is_bulk", "next_attempt_at", "sequence");
