ALTER TABLE "commerce"."memberships" ADD COLUMN "paid" BOOLEAN NOT NULL DEFAULT false;

UPDATE "commerce"."memberships" SET "paid" = true WHERE "id" IN (
  SELECT "membership_id" FROM "commerce"."payments" WHERE "status" = 'succeeded' AND "amount" > 0
);
