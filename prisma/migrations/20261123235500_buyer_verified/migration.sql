ALTER TABLE "community"."memberships" ADD COLUMN "buyer_verified" BOOLEAN NOT NULL DEFAULT true;

-- Below: what the schema files can't express.

-- A membership whose buyer isn't known says less about a role than its owner's own, so it is a kind of its own.
CREATE FUNCTION "community"."kind_of"(
  plan_id TEXT, source_plan_id TEXT, product_id TEXT, status TEXT, valid BOOLEAN, chat_proven BOOLEAN, buyer_verified BOOLEAN
) RETURNS UUID LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(plan_id || E'\n' || coalesce(source_plan_id, '') || E'\n' || coalesce(product_id, '') || E'\n'
    || status || E'\n' || valid::text || E'\n' || chat_proven::text || E'\n' || buyer_verified::text)::uuid
$$;

DROP INDEX "community"."memberships_chat_user_id_kind_idx";
DROP INDEX "community"."memberships_commerce_user_id_kind_idx";

CREATE INDEX "memberships_chat_user_id_kind_idx" ON "community"."memberships" ("chat_user_id", "community"."kind_of"("plan_id", "source_plan_id", "product_id", "status", "valid", "chat_proven", "buyer_verified"), "ended_at" DESC NULLS LAST, "id");

CREATE INDEX "memberships_commerce_user_id_kind_idx" ON "community"."memberships" ("commerce_user_id", "community"."kind_of"("plan_id", "source_plan_id", "product_id", "status", "valid", "chat_proven", "buyer_verified"), "ended_at" DESC NULLS LAST, "id");
