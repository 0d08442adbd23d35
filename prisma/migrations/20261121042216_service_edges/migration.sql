-- DropIndex
DROP INDEX "commerce"."deliveries_next_attempt_at_idx";

-- DropIndex
DROP INDEX "commerce"."deliveries_webhook_id_status_attempts_sequence_idx";

-- DropIndex
DROP INDEX "commerce"."payments_membership_id_created_at_idx";

-- AlterTable
ALTER TABLE "commerce"."deliveries" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3),
ADD COLUMN     "ordering_key" TEXT;

-- What waits keeps its order: the membership that an event names, else the resource itself.
UPDATE "commerce"."deliveries" d SET "ordering_key" = COALESCE(e."data"->>'membership', e."subject_id")
  FROM "commerce"."events" e WHERE e."id" = d."event_id";

ALTER TABLE "commerce"."deliveries" ALTER COLUMN "ordering_key" SET NOT NULL;

-- AlterTable
ALTER TABLE "commerce"."oauth_tokens" ADD COLUMN     "scopes" TEXT[];

-- Until now every token opened all that its buyer agreed to.
UPDATE "commerce"."oauth_tokens" t SET "scopes" = g."scopes" FROM "commerce"."oauth_grants" g WHERE g."id" = t."grant_id";

-- They are good for minutes, and none of these is bound to a browser.
DELETE FROM "commerce"."sign_in_links";

-- AlterTable
ALTER TABLE "commerce"."sign_in_links" DROP CONSTRAINT "sign_in_links_pkey",
ADD COLUMN     "browser_hash" TEXT NOT NULL,
ADD COLUMN     "id" TEXT NOT NULL,
ALTER COLUMN "hash" DROP NOT NULL,
ADD CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id");

-- CreateTable
CREATE TABLE "commerce"."retired_secrets" (
    "webhook_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retired_secrets_pkey" PRIMARY KEY ("webhook_id","secret")
);

INSERT INTO "commerce"."retired_secrets" ("webhook_id", "secret", "until")
  SELECT "id", "previous_secret", "previous_secret_until" FROM "commerce"."webhooks"
  WHERE "previous_secret" IS NOT NULL AND "previous_secret_until" IS NOT NULL;

-- AlterTable
ALTER TABLE "commerce"."webhooks" DROP COLUMN "previous_secret",
DROP COLUMN "previous_secret_until",
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_status_next_attempt_at_sequence_idx" ON "commerce"."deliveries"("webhook_id", "status", "next_attempt_at", "sequence");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_ordering_key_status_attempts_sequence_idx" ON "commerce"."deliveries"("webhook_id", "ordering_key", "status", "attempts", "sequence");

-- CreateIndex
CREATE INDEX "payments_account_id_status_created_at_id_idx" ON "commerce"."payments"("account_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_user_id_created_at_id_idx" ON "commerce"."payments"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_membership_id_created_at_id_idx" ON "commerce"."payments"("membership_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_hash_key" ON "commerce"."sign_in_links"("hash");

-- CreateIndex
CREATE INDEX "sign_in_links_account_id_email_expires_at_idx" ON "commerce"."sign_in_links"("account_id", "email", "expires_at");

-- AddForeignKey
ALTER TABLE "commerce"."retired_secrets" ADD CONSTRAINT "retired_secrets_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "commerce"."webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
