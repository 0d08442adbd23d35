-- AlterTable
ALTER TABLE "commerce"."api_keys" ADD COLUMN     "created_by" TEXT;

-- CreateIndex
CREATE INDEX "api_keys_created_by_idx" ON "commerce"."api_keys"("created_by");

-- The audit log says which key created an earlier one.
UPDATE "commerce"."api_keys" AS k SET "created_by" = e."actor_id" FROM "audit"."entries" AS e
WHERE e."action" = 'api key created' AND e."actor_kind" = 'api_key' AND e."object_id" = k."id";
