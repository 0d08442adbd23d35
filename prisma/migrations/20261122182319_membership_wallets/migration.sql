-- CreateIndex
CREATE INDEX "memberships_account_id_wallet_address_created_at_id_idx" ON "commerce"."memberships"("account_id", "wallet_address", "created_at", "id");
