-- AlterTable
ALTER TABLE "commerce"."sign_in_links" ADD COLUMN     "is_mailed" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "mailed_at" TIMESTAMPTZ(3),
ADD COLUMN     "requester_hash" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "sign_in_links_requester_hash_expires_at_idx" ON "commerce"."sign_in_links"("requester_hash", "expires_at");
