ALTER TABLE "commerce"."memberships" ADD COLUMN "claimed_at" TIMESTAMPTZ(3);
