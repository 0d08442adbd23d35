-- AlterTable
ALTER TABLE "commerce"."plan_entries" ADD COLUMN     "browser_hash" TEXT;

-- CreateIndex
CREATE INDEX "plan_entries_plan_id_browser_hash_idx" ON "commerce"."plan_entries"("plan_id", "browser_hash");
