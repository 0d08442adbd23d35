-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "commerce";

-- CreateEnum
CREATE TYPE "commerce"."plan_type" AS ENUM ('renewal', 'one_time');

-- CreateEnum
CREATE TYPE "commerce"."release_method" AS ENUM ('buy_now', 'waitlist', 'raffle');

-- CreateEnum
CREATE TYPE "commerce"."plan_visibility" AS ENUM ('visible', 'hidden', 'archived', 'quick_link');

-- CreateEnum
CREATE TYPE "commerce"."membership_status" AS ENUM ('trialing', 'active', 'past_due', 'completed', 'canceled', 'expired', 'unresolved');

-- CreateEnum
CREATE TYPE "commerce"."payment_processor" AS ENUM ('free', 'psp', 'commerce_crypto', 'crypto', 'wallet', 'app_store');

-- CreateEnum
CREATE TYPE "commerce"."payment_status" AS ENUM ('succeeded', 'failed');

-- CreateEnum
CREATE TYPE "commerce"."delivery_status" AS ENUM ('pending', 'delivered', 'failed', 'dropped');

-- CreateTable
CREATE TABLE "commerce"."accounts" (
    "id" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "past_due_is_valid" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."api_keys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."products" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "handle" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."plans" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "handle" TEXT,
    "product_id" TEXT,
    "mimic_plan_id" TEXT,
    "plan_type" "commerce"."plan_type" NOT NULL,
    "release_method" "commerce"."release_method" NOT NULL,
    "visibility" "commerce"."plan_visibility" NOT NULL,
    "base_currency" TEXT NOT NULL,
    "initial_price" DECIMAL(24,8) NOT NULL,
    "renewal_price" DECIMAL(24,8) NOT NULL,
    "billing_period" INTEGER,
    "trial_period_days" INTEGER,
    "expiration_days" INTEGER,
    "grace_period_days" INTEGER,
    "refillable" BOOLEAN NOT NULL,
    "split_pay_required_payments" INTEGER,
    "stock" INTEGER,
    "allow_multiple_quantity" BOOLEAN NOT NULL,
    "one_per_user" BOOLEAN NOT NULL,
    "accepted_payment_methods" TEXT[],
    "internal_notes" TEXT,
    "payment_link_description" TEXT,
    "short_link" TEXT,
    "password" TEXT,
    "requirements" JSONB NOT NULL,
    "release_method_settings" JSONB NOT NULL,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."users" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."memberships" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "product_id" TEXT,
    "status" "commerce"."membership_status" NOT NULL,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "payment_processor" "commerce"."payment_processor" NOT NULL,
    "psp_subscription_id" TEXT,
    "psp_customer_id" TEXT,
    "license_key" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "community_chat_id" TEXT,
    "community_chat_username" TEXT,
    "checkout_session" TEXT,
    "metadata" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "renewal_period_start" TIMESTAMPTZ(3),
    "renewal_period_end" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."payments" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "membership_id" TEXT,
    "status" "commerce"."payment_status" NOT NULL,
    "amount" DECIMAL(24,8) NOT NULL,
    "currency" TEXT NOT NULL,
    "card_last4" TEXT NOT NULL,
    "failure_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."webhooks" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "handle" TEXT,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "events" TEXT[],
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."events" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."deliveries" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "status" "commerce"."delivery_status" NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."delivery_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status_code" INTEGER,
    "fault" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration" INTEGER NOT NULL,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_handle_key" ON "commerce"."accounts"("handle");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "commerce"."api_keys"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_account_id_handle_key" ON "commerce"."api_keys"("account_id", "handle");

-- CreateIndex
CREATE INDEX "products_account_id_created_at_id_idx" ON "commerce"."products"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "products_account_id_handle_key" ON "commerce"."products"("account_id", "handle");

-- CreateIndex
CREATE UNIQUE INDEX "plans_short_link_key" ON "commerce"."plans"("short_link");

-- CreateIndex
CREATE INDEX "plans_account_id_created_at_id_idx" ON "commerce"."plans"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "plans_account_id_visibility_created_at_id_idx" ON "commerce"."plans"("account_id", "visibility", "created_at", "id");

-- CreateIndex
CREATE INDEX "plans_product_id_created_at_id_idx" ON "commerce"."plans"("product_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_account_id_handle_key" ON "commerce"."plans"("account_id", "handle");

-- CreateIndex
CREATE UNIQUE INDEX "users_account_id_email_key" ON "commerce"."users"("account_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_license_key_key" ON "commerce"."memberships"("license_key");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_checkout_session_key" ON "commerce"."memberships"("checkout_session");

-- CreateIndex
CREATE INDEX "memberships_account_id_created_at_id_idx" ON "commerce"."memberships"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_status_created_at_id_idx" ON "commerce"."memberships"("account_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_plan_id_user_id_created_at_id_idx" ON "commerce"."memberships"("plan_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_product_id_created_at_id_idx" ON "commerce"."memberships"("product_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_user_id_created_at_id_idx" ON "commerce"."memberships"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_community_chat_id_created_at_id_idx" ON "commerce"."memberships"("account_id", "community_chat_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_account_id_created_at_id_idx" ON "commerce"."payments"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_membership_id_created_at_idx" ON "commerce"."payments"("membership_id", "created_at");

-- CreateIndex
CREATE INDEX "webhooks_account_id_created_at_id_idx" ON "commerce"."webhooks"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhooks_account_id_enabled_created_at_id_idx" ON "commerce"."webhooks"("account_id", "enabled", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhooks_account_id_handle_key" ON "commerce"."webhooks"("account_id", "handle");

-- CreateIndex
CREATE INDEX "events_account_id_occurred_at_id_idx" ON "commerce"."events"("account_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "events_subject_id_occurred_at_idx" ON "commerce"."events"("subject_id", "occurred_at");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_created_at_id_idx" ON "commerce"."deliveries"("webhook_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_event_id_webhook_id_key" ON "commerce"."deliveries"("event_id", "webhook_id");

-- AddForeignKey
ALTER TABLE "commerce"."api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."products" ADD CONSTRAINT "products_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plans" ADD CONSTRAINT "plans_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plans" ADD CONSTRAINT "plans_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "commerce"."products"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plans" ADD CONSTRAINT "plans_mimic_plan_id_fkey" FOREIGN KEY ("mimic_plan_id") REFERENCES "commerce"."plans"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."users" ADD CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."memberships" ADD CONSTRAINT "memberships_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."memberships" ADD CONSTRAINT "memberships_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."memberships" ADD CONSTRAINT "memberships_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "commerce"."products"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "commerce"."memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."webhooks" ADD CONSTRAINT "webhooks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."events" ADD CONSTRAINT "events_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."deliveries" ADD CONSTRAINT "deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "commerce"."events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "commerce"."webhooks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "commerce"."deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
