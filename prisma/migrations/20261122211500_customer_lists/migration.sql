-- CreateIndex
CREATE INDEX "users_account_id_created_at_id_idx" ON "commerce"."users"("account_id", "created_at", "id");
