-- CreateIndex
CREATE INDEX "memberships_community_chat_id_plan_id_idx" ON "commerce"."memberships"("community_chat_id", "plan_id");
