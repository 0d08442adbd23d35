-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "browser_hash" TEXT;

-- AlterTable
ALTER TABLE "commerce"."sessions" ADD COLUMN     "membership_id" TEXT,
ADD COLUMN     "proof" TEXT NOT NULL DEFAULT 'person';

-- AlterTable
ALTER TABLE "commerce"."users" ADD COLUMN     "email_proven_at" TIMESTAMPTZ(3),
ADD COLUMN     "typed_email" TEXT;

-- CreateIndex
CREATE INDEX "memberships_browser_hash_created_at_id_idx" ON "commerce"."memberships"("browser_hash", "created_at", "id");

-- CreateIndex
CREATE INDEX "sessions_membership_id_idx" ON "commerce"."sessions"("membership_id");

-- CreateIndex
CREATE INDEX "users_account_id_typed_email_idx" ON "commerce"."users"("account_id", "typed_email");
