-- CreateEnum
CREATE TYPE "commerce"."promo_type" AS ENUM ('percentage', 'flat_amount');

-- CreateEnum
CREATE TYPE "commerce"."promo_duration" AS ENUM ('once', 'repeating', 'forever');

-- CreateEnum
CREATE TYPE "commerce"."promo_status" AS ENUM ('active', 'inactive', 'archived');

-- CreateEnum
CREATE TYPE "commerce"."entry_status" AS ENUM ('waiting', 'accepted', 'bought');

-- AlterTable
ALTER TABLE "commerce"."memberships"
ADD COLUMN     "promo_code_id" TEXT;

-- CreateTable
CREATE TABLE "commerce"."promo_codes" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "promo_type" "commerce"."promo_type" NOT NULL,
    "amount_off" DECIMAL(24,8) NOT NULL,
    "base_currency" TEXT NOT NULL,
    "duration" "commerce"."promo_duration" NOT NULL,
    "number_of_intervals" INTEGER,
    "new_users_only" BOOLEAN NOT NULL,
    "existing_memberships_only" BOOLEAN NOT NULL,
    "stock" INTEGER,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "status" "commerce"."promo_status" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "promo_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."promo_code_plans" (
    "promo_code_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,

    CONSTRAINT "promo_code_plans_pkey" PRIMARY KEY ("promo_code_id","plan_id")
);

-- CreateTable
CREATE TABLE "commerce"."plan_entries" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" "commerce"."entry_status" NOT NULL,
    "claim_token" TEXT,
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "promo_codes_account_id_created_at_id_idx" ON "commerce"."promo_codes"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "promo_codes_account_id_status_created_at_id_idx" ON "commerce"."promo_codes"("account_id", "status", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "promo_codes_account_id_code_key_key" ON "commerce"."promo_codes"("account_id", "code_key");

-- CreateIndex
CREATE INDEX "promo_code_plans_plan_id_idx" ON "commerce"."promo_code_plans"("plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_entries_claim_token_key" ON "commerce"."plan_entries"("claim_token");

-- CreateIndex
CREATE INDEX "plan_entries_plan_id_created_at_id_idx" ON "commerce"."plan_entries"("plan_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "plan_entries_plan_id_status_created_at_id_idx" ON "commerce"."plan_entries"("plan_id", "status", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_entries_plan_id_user_id_key" ON "commerce"."plan_entries"("plan_id", "user_id");

-- AddForeignKey
ALTER TABLE "commerce"."promo_codes" ADD CONSTRAINT "promo_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."promo_code_plans" ADD CONSTRAINT "promo_code_plans_promo_code_id_fkey" FOREIGN KEY ("promo_code_id") REFERENCES "commerce"."promo_codes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."promo_code_plans" ADD CONSTRAINT "promo_code_plans_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plan_entries" ADD CONSTRAINT "plan_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plan_entries" ADD CONSTRAINT "plan_entries_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plan_entries" ADD CONSTRAINT "plan_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."memberships" ADD CONSTRAINT "memberships_promo_code_id_fkey" FOREIGN KEY ("promo_code_id") REFERENCES "commerce"."promo_codes"("id") ON DELETE SET NULL ON UPDATE CASCADE;
