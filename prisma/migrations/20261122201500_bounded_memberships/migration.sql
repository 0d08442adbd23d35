-- What a membership says about any role, but for when it ended and whose it is: of those that say the same, a few decide.
-- No id holds a line break.
CREATE FUNCTION "community"."kind_of"(
  plan_id TEXT, source_plan_id TEXT, product_id TEXT, status TEXT, valid BOOLEAN, chat_proven BOOLEAN
) RETURNS UUID LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(plan_id || E'\n' || coalesce(source_plan_id, '') || E'\n' || coalesce(product_id, '') || E'\n'
    || status || E'\n' || valid::text || E'\n' || chat_proven::text)::uuid
$$;

-- On an expression, which prisma/schema can't say: see src/access/strongest.ts.
CREATE INDEX "memberships_chat_user_id_kind_idx" ON "community"."memberships" ("chat_user_id", "community"."kind_of"("plan_id", "source_plan_id", "product_id", "status", "valid", "chat_proven"), "ended_at" DESC NULLS LAST, "id");

CREATE INDEX "memberships_commerce_user_id_kind_idx" ON "community"."memberships" ("commerce_user_id", "community"."kind_of"("plan_id", "source_plan_id", "product_id", "status", "valid", "chat_proven"), "ended_at" DESC NULLS LAST, "id");

-- The two begin with the same columns. Beside them the database might choose these, and sort all that an account has.
DROP INDEX "community"."memberships_chat_user_id_idx";

DROP INDEX "community"."memberships_commerce_user_id_idx";
