-- AlterTable
ALTER TABLE "commerce"."oauth_clients" ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY['profile', 'email', 'memberships', 'social_accounts']::TEXT[];

-- CreateIndex
CREATE INDEX "oauth_clients_account_id_created_at_id_idx" ON "commerce"."oauth_clients"("account_id", "created_at", "id");
