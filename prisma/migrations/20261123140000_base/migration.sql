-- The whole schema of version 0.2.0. Later migrations only add (CONTRIBUTING.md, migrations).

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "audit";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "commerce";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "community";

-- CreateEnum
CREATE TYPE "commerce"."plan_type" AS ENUM ('renewal', 'one_time');

-- CreateEnum
CREATE TYPE "commerce"."release_method" AS ENUM ('buy_now', 'waitlist', 'raffle');

-- CreateEnum
CREATE TYPE "commerce"."plan_visibility" AS ENUM ('visible', 'hidden', 'archived', 'quick_link');

-- CreateEnum
CREATE TYPE "commerce"."promo_type" AS ENUM ('percentage', 'flat_amount');

-- CreateEnum
CREATE TYPE "commerce"."promo_duration" AS ENUM ('once', 'repeating', 'forever');

-- CreateEnum
CREATE TYPE "commerce"."promo_status" AS ENUM ('active', 'inactive', 'archived');

-- CreateEnum
CREATE TYPE "commerce"."entry_status" AS ENUM ('waiting', 'accepted', 'bought', 'expired', 'withdrawn');

-- CreateEnum
CREATE TYPE "commerce"."membership_status" AS ENUM ('trialing', 'active', 'past_due', 'completed', 'canceled', 'expired', 'unresolved');

-- CreateEnum
CREATE TYPE "commerce"."payment_processor" AS ENUM ('free', 'psp', 'commerce_crypto', 'crypto', 'wallet', 'app_store');

-- CreateEnum
CREATE TYPE "commerce"."payment_status" AS ENUM ('succeeded', 'failed');

-- CreateEnum
CREATE TYPE "commerce"."delivery_status" AS ENUM ('pending', 'delivered', 'failed', 'dropped');

-- CreateEnum
CREATE TYPE "commerce"."oauth_token_kind" AS ENUM ('access', 'refresh');

-- CreateEnum
CREATE TYPE "community"."journey_step" AS ENUM ('chat', 'commerce', 'confirm', 'done');

-- CreateEnum
CREATE TYPE "community"."mapping_condition" AS ENUM ('valid', 'past_due');

-- CreateEnum
CREATE TYPE "community"."at_end" AS ENUM ('remove', 'keep', 'kick');

-- CreateEnum
CREATE TYPE "community"."orphans" AS ENUM ('keep', 'strip');

-- CreateTable
CREATE TABLE "audit"."entries" (
    "seq" BIGINT NOT NULL DEFAULT 0,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "address" TEXT,
    "guild_id" TEXT,
    "details" JSON NOT NULL DEFAULT '{}',
    "key" TEXT,
    "settles" BIGINT,
    "previous" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "entries_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "audit"."head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "head_pkey" PRIMARY KEY ("id")
);

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
    "handle" TEXT,
    "name" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."idempotent_requests" (
    "api_key_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER,
    "sealed_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("api_key_id","key")
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
    "held" INTEGER NOT NULL DEFAULT 0,
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
    "custom_fields" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

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
CREATE TABLE "commerce"."checkout_sessions" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_sessions_pkey" PRIMARY KEY ("id")
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
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "browser_hash" TEXT,

    CONSTRAINT "plan_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."raffle_browsers" (
    "plan_id" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "email_hash" TEXT NOT NULL,

    CONSTRAINT "raffle_browsers_pkey" PRIMARY KEY ("plan_id","browser_hash")
);

-- CreateTable
CREATE TABLE "commerce"."users" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "typed_email" TEXT,
    "email_proven_at" TIMESTAMPTZ(3),
    "chat_account_id" TEXT,
    "chat_account_name" TEXT,
    "chat_account_image_url" TEXT,
    "chat_proven_at" TIMESTAMPTZ(3),
    "chat_changes_since" TIMESTAMPTZ(3),
    "chat_changes" INTEGER NOT NULL DEFAULT 0,
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
    "valid" BOOLEAN NOT NULL,
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "payment_processor" "commerce"."payment_processor" NOT NULL,
    "wallet_address" TEXT,
    "psp_subscription_id" TEXT,
    "psp_customer_id" TEXT,
    "license_key" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "community_chat_id" TEXT,
    "community_chat_username" TEXT,
    "community_chat_image_url" TEXT,
    "community_chat_proven_at" TIMESTAMPTZ(3),
    "checkout_session" TEXT,
    "metadata" JSONB NOT NULL,
    "answers" JSONB NOT NULL DEFAULT '[]',
    "promo_code_id" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "renewal_period_start" TIMESTAMPTZ(3),
    "renewal_period_end" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_change_at" TIMESTAMPTZ(3),
    "payments_made" INTEGER NOT NULL DEFAULT 0,
    "failed_payments" INTEGER NOT NULL DEFAULT 0,
    "psp_payment_method" TEXT,
    "browser_hash" TEXT,
    "unclaimed_since" TIMESTAMPTZ(3),
    "owner_event_due" BOOLEAN NOT NULL DEFAULT false,

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
    "subtotal" DECIMAL(24,8),
    "currency" TEXT NOT NULL,
    "refunded_at" TIMESTAMPTZ(3),
    "card_last4" TEXT NOT NULL,
    "failure_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."refunds" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount" DECIMAL(24,8) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
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
    "may_be_private" BOOLEAN NOT NULL DEFAULT false,
    "failing_since" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."retired_secrets" (
    "webhook_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retired_secrets_pkey" PRIMARY KEY ("webhook_id","secret")
);

-- CreateTable
CREATE TABLE "commerce"."events" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "data" JSON NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

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
    "sequence" BIGSERIAL NOT NULL,
    "ordering_key" TEXT NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "is_bulk" BOOLEAN NOT NULL DEFAULT false,

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

-- CreateTable
CREATE TABLE "commerce"."oauth_clients" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "handle" TEXT,
    "name" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "scopes" TEXT[] DEFAULT ARRAY['profile', 'email', 'memberships', 'social_accounts']::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."oauth_grants" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "code_hash" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT,
    "code_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "code_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."oauth_tokens" (
    "hash" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "kind" "commerce"."oauth_token_kind" NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "commerce"."sign_in_links" (
    "id" TEXT NOT NULL,
    "hash" TEXT,
    "browser_hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "requester_hash" TEXT NOT NULL DEFAULT '',
    "is_mailed" BOOLEAN NOT NULL DEFAULT true,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."chat_sign_ins" (
    "state_hash" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_id" TEXT,
    "request" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "name" TEXT,
    "retry_at" TIMESTAMPTZ(3),

    CONSTRAINT "chat_sign_ins_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
CREATE TABLE "commerce"."sessions" (
    "hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "proof" TEXT NOT NULL DEFAULT 'person',
    "membership_id" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "commerce"."action_counts" (
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "action_counts_pkey" PRIMARY KEY ("action","subject")
);

-- CreateTable
CREATE TABLE "community"."inbox_events" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "membership_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "worked_at" TIMESTAMPTZ(3),
    "payload" JSON NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."memberships" (
    "id" TEXT NOT NULL,
    "product_id" TEXT,
    "plan_id" TEXT NOT NULL,
    "source_plan_id" TEXT,
    "commerce_user_id" TEXT,
    "chat_user_id" TEXT,
    "chat_connected_at" TIMESTAMPTZ(3),
    "chat_proven" BOOLEAN NOT NULL DEFAULT true,
    "free" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "valid" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "period_ends_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),
    "doubted_since" TIMESTAMPTZ(3),
    "unreadable_since" TIMESTAMPTZ(3),
    "observation" BIGINT NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "unsynced" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."account_links" (
    "commerce_user_id" TEXT NOT NULL,
    "chat_user_id" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,
    "leaving" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "departed" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "settling" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("commerce_user_id")
);

-- CreateTable
CREATE TABLE "community"."link_journeys" (
    "session" TEXT NOT NULL,
    "step" "community"."journey_step" NOT NULL,
    "state" TEXT,
    "verifier" TEXT,
    "expected_user_id" TEXT,
    "chat_user_id" TEXT,
    "chat_name" TEXT,
    "chat_tokens" TEXT,
    "commerce_user_id" TEXT,
    "commerce_name" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered" TEXT,
    "answered_by" TEXT,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "link_journeys_pkey" PRIMARY KEY ("session")
);

-- CreateTable
CREATE TABLE "community"."chat_grants" (
    "chat_user_id" TEXT NOT NULL,
    "tokens" TEXT NOT NULL,
    "pushed" TEXT,
    "looked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_grants_pkey" PRIMARY KEY ("chat_user_id")
);

-- CreateTable
CREATE TABLE "community"."token_revocations" (
    "id" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "tokens" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_revocations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."link_blocks" (
    "side" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "ordered_by" TEXT NOT NULL,

    CONSTRAINT "link_blocks_pkey" PRIMARY KEY ("side","user_id")
);

-- CreateTable
CREATE TABLE "community"."link_changes" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "commerce_user_id" TEXT,
    "chat_user_id" TEXT NOT NULL,
    "previous_chat_user_id" TEXT,
    "actor" TEXT,

    CONSTRAINT "link_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."role_mappings" (
    "guild_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "condition" "community"."mapping_condition" NOT NULL DEFAULT 'valid',
    "at_end" "community"."at_end" NOT NULL DEFAULT 'remove',
    "grace_days" INTEGER NOT NULL DEFAULT 0,
    "orphans" "community"."orphans" NOT NULL DEFAULT 'keep',
    "wait_for_screening" BOOLEAN NOT NULL DEFAULT true,
    "confirmed_powers" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "role_mappings_pkey" PRIMARY KEY ("guild_id","role_id","source_id","condition")
);

-- CreateTable
CREATE TABLE "community"."role_grants" (
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "leaving" BOOLEAN NOT NULL DEFAULT false,
    "proven" BOOLEAN NOT NULL DEFAULT true,
    "claimed" BOOLEAN NOT NULL DEFAULT false,
    "ordered_by" TEXT,
    "event_at" TIMESTAMPTZ(3),
    "trace" TEXT,

    CONSTRAINT "role_grants_pkey" PRIMARY KEY ("guild_id","user_id","role_id")
);

-- CreateTable
CREATE TABLE "community"."pending_kicks" (
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "ordered_by" TEXT,
    "trace" TEXT,

    CONSTRAINT "pending_kicks_pkey" PRIMARY KEY ("guild_id","user_id")
);

-- CreateTable
CREATE TABLE "community"."role_changes" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role_id" TEXT,
    "kind" TEXT NOT NULL,
    "reasons" JSONB NOT NULL,
    "actor" TEXT,
    "event_at" TIMESTAMPTZ(3),
    "trace" TEXT,

    CONSTRAINT "role_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."problems" (
    "guild_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "role_id" TEXT,
    "user_id" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT NOT NULL,
    "code" TEXT,
    "said" TEXT,
    "blocking" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "problems_pkey" PRIMARY KEY ("guild_id","subject")
);

-- CreateTable
CREATE TABLE "community"."affected_members" (
    "guild_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "affected_members_pkey" PRIMARY KEY ("guild_id","subject","user_id")
);

-- CreateTable
CREATE TABLE "community"."leases" (
    "name" TEXT NOT NULL,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "community"."allowances" (
    "guild_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "left" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "allowances_pkey" PRIMARY KEY ("guild_id","kind")
);

-- CreateTable
CREATE TABLE "community"."sweeps" (
    "guild_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "swept_at" TIMESTAMPTZ(3),
    "members" INTEGER NOT NULL DEFAULT 0,
    "drifted" INTEGER NOT NULL DEFAULT 0,
    "held_since" TIMESTAMPTZ(3),
    "run" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "held" JSONB NOT NULL DEFAULT '[]',
    "missing" INTEGER,
    "only_gave" BOOLEAN NOT NULL DEFAULT false,
    "swept_up_to" BIGINT,

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("guild_id")
);

-- CreateTable
CREATE TABLE "community"."drift" (
    "guild_id" TEXT NOT NULL,
    "run" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen" TEXT[],
    "pending" BOOLEAN NOT NULL,
    "gains" BOOLEAN NOT NULL,
    "loses" BOOLEAN NOT NULL,
    "guarded" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "drift_pkey" PRIMARY KEY ("guild_id","run","user_id")
);

-- CreateTable
CREATE TABLE "community"."permitted_losses" (
    "guild_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "permitted_losses_pkey" PRIMARY KEY ("guild_id","role_id","user_id")
);

-- CreateTable
CREATE TABLE "community"."guild_settings" (
    "guild_id" TEXT NOT NULL,
    "log_channel_id" TEXT,
    "tell_members" BOOLEAN NOT NULL DEFAULT true,
    "language" TEXT NOT NULL DEFAULT 'en',
    "at_end" "community"."at_end" NOT NULL DEFAULT 'remove',
    "grace_days" INTEGER NOT NULL DEFAULT 0,
    "orphans" "community"."orphans" NOT NULL DEFAULT 'keep',
    "wait_for_screening" BOOLEAN NOT NULL DEFAULT true,
    "relink_days" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "guild_settings_pkey" PRIMARY KEY ("guild_id")
);

-- CreateTable
CREATE TABLE "community"."announcements" (
    "id" TEXT NOT NULL,
    "guild_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."notices" (
    "user_id" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "claimed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("user_id","about")
);

-- CreateTable
CREATE TABLE "community"."commerce_rate_limits" (
    "service" TEXT NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "commerce_rate_limits_pkey" PRIMARY KEY ("service")
);

-- CreateTable
CREATE TABLE "community"."interaction_steps" (
    "id" TEXT NOT NULL,
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT,
    "command" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "interaction_steps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."registered_commands" (
    "guild_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "registered_commands_pkey" PRIMARY KEY ("guild_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "entries_key_key" ON "audit"."entries"("key");

-- CreateIndex
CREATE UNIQUE INDEX "entries_settles_key" ON "audit"."entries"("settles");

-- CreateIndex
CREATE INDEX "entries_guild_id_object_id_at_idx" ON "audit"."entries"("guild_id", "object_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_handle_key" ON "commerce"."accounts"("handle");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "commerce"."api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_created_at_id_idx" ON "commerce"."api_keys"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_account_id_handle_key" ON "commerce"."api_keys"("account_id", "handle");

-- CreateIndex
CREATE INDEX "idempotent_requests_created_at_idx" ON "commerce"."idempotent_requests"("created_at");

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
CREATE INDEX "plans_mimic_plan_id_idx" ON "commerce"."plans"("mimic_plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_account_id_handle_key" ON "commerce"."plans"("account_id", "handle");

-- CreateIndex
CREATE INDEX "promo_codes_account_id_created_at_id_idx" ON "commerce"."promo_codes"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "promo_codes_account_id_status_created_at_id_idx" ON "commerce"."promo_codes"("account_id", "status", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "promo_codes_account_id_code_key_key" ON "commerce"."promo_codes"("account_id", "code_key");

-- CreateIndex
CREATE INDEX "promo_code_plans_plan_id_idx" ON "commerce"."promo_code_plans"("plan_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_account_id_created_at_id_idx" ON "commerce"."checkout_sessions"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_plan_id_created_at_id_idx" ON "commerce"."checkout_sessions"("plan_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_entries_claim_token_key" ON "commerce"."plan_entries"("claim_token");

-- CreateIndex
CREATE INDEX "plan_entries_plan_id_created_at_id_idx" ON "commerce"."plan_entries"("plan_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "plan_entries_plan_id_status_created_at_id_idx" ON "commerce"."plan_entries"("plan_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "plan_entries_status_expires_at_id_idx" ON "commerce"."plan_entries"("status", "expires_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_entries_plan_id_user_id_key" ON "commerce"."plan_entries"("plan_id", "user_id");

-- CreateIndex
CREATE INDEX "users_account_id_created_at_id_idx" ON "commerce"."users"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "users_account_id_typed_email_idx" ON "commerce"."users"("account_id", "typed_email");

-- CreateIndex
CREATE UNIQUE INDEX "users_account_id_email_key" ON "commerce"."users"("account_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "users_account_id_chat_account_id_key" ON "commerce"."users"("account_id", "chat_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_license_key_key" ON "commerce"."memberships"("license_key");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_checkout_session_key" ON "commerce"."memberships"("checkout_session");

-- CreateIndex
CREATE INDEX "memberships_browser_hash_created_at_id_idx" ON "commerce"."memberships"("browser_hash", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_next_change_at_id_idx" ON "commerce"."memberships"("next_change_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_created_at_id_idx" ON "commerce"."memberships"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_status_created_at_id_idx" ON "commerce"."memberships"("account_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_valid_created_at_id_idx" ON "commerce"."memberships"("account_id", "valid", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_plan_id_user_id_created_at_id_idx" ON "commerce"."memberships"("plan_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_product_id_created_at_id_idx" ON "commerce"."memberships"("product_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_user_id_created_at_id_idx" ON "commerce"."memberships"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_community_chat_id_created_at_id_idx" ON "commerce"."memberships"("account_id", "community_chat_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_account_id_wallet_address_created_at_id_idx" ON "commerce"."memberships"("account_id", "wallet_address", "created_at", "id");

-- CreateIndex
CREATE INDEX "memberships_community_chat_id_plan_id_idx" ON "commerce"."memberships"("community_chat_id", "plan_id");

-- CreateIndex
CREATE INDEX "payments_account_id_created_at_id_idx" ON "commerce"."payments"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_account_id_status_created_at_id_idx" ON "commerce"."payments"("account_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_account_id_refunded_at_idx" ON "commerce"."payments"("account_id", "refunded_at");

-- CreateIndex
CREATE INDEX "payments_user_id_created_at_id_idx" ON "commerce"."payments"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payments_membership_id_created_at_id_idx" ON "commerce"."payments"("membership_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_payment_id_created_at_idx" ON "commerce"."refunds"("payment_id", "created_at");

-- CreateIndex
CREATE INDEX "webhooks_account_id_created_at_id_idx" ON "commerce"."webhooks"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhooks_account_id_enabled_created_at_id_idx" ON "commerce"."webhooks"("account_id", "enabled", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhooks_account_id_handle_key" ON "commerce"."webhooks"("account_id", "handle");

-- CreateIndex
CREATE INDEX "events_account_id_occurred_at_id_idx" ON "commerce"."events"("account_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "events_subject_id_sequence_idx" ON "commerce"."events"("subject_id", "sequence");

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "commerce"."events"("created_at");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_status_is_bulk_next_attempt_at_sequen_idx" ON "commerce"."deliveries"("webhook_id", "status", "is_bulk", "next_attempt_at", "sequence");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_ordering_key_status_attempts_sequence_idx" ON "commerce"."deliveries"("webhook_id", "ordering_key", "status", "attempts", "sequence");

-- CreateIndex
CREATE INDEX "deliveries_created_at_idx" ON "commerce"."deliveries"("created_at");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_created_at_id_idx" ON "commerce"."deliveries"("webhook_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_event_id_webhook_id_key" ON "commerce"."deliveries"("event_id", "webhook_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_client_id_key" ON "commerce"."oauth_clients"("client_id");

-- CreateIndex
CREATE INDEX "oauth_clients_account_id_created_at_id_idx" ON "commerce"."oauth_clients"("account_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_account_id_handle_key" ON "commerce"."oauth_clients"("account_id", "handle");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grants_code_hash_key" ON "commerce"."oauth_grants"("code_hash");

-- CreateIndex
CREATE INDEX "oauth_grants_user_id_idx" ON "commerce"."oauth_grants"("user_id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "commerce"."oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_grant_id_idx" ON "commerce"."oauth_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_expires_at_idx" ON "commerce"."oauth_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_hash_key" ON "commerce"."sign_in_links"("hash");

-- CreateIndex
CREATE INDEX "sign_in_links_requester_hash_expires_at_idx" ON "commerce"."sign_in_links"("requester_hash", "expires_at");

-- CreateIndex
CREATE INDEX "sign_in_links_account_id_email_expires_at_idx" ON "commerce"."sign_in_links"("account_id", "email", "expires_at");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "commerce"."sign_in_links"("expires_at");

-- CreateIndex
CREATE INDEX "chat_sign_ins_browser_hash_answered_at_idx" ON "commerce"."chat_sign_ins"("browser_hash", "answered_at");

-- CreateIndex
CREATE INDEX "chat_sign_ins_expires_at_idx" ON "commerce"."chat_sign_ins"("expires_at");

-- CreateIndex
CREATE INDEX "sessions_membership_id_idx" ON "commerce"."sessions"("membership_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "commerce"."sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "commerce"."sessions"("expires_at");

-- CreateIndex
CREATE INDEX "action_counts_since_idx" ON "commerce"."action_counts"("since");

-- CreateIndex
CREATE INDEX "inbox_events_received_at_idx" ON "community"."inbox_events"("received_at");

-- CreateIndex
CREATE INDEX "inbox_events_membership_id_worked_at_idx" ON "community"."inbox_events"("membership_id", "worked_at");

-- CreateIndex
CREATE INDEX "memberships_plan_id_idx" ON "community"."memberships"("plan_id");

-- CreateIndex
CREATE INDEX "memberships_valid_observation_idx" ON "community"."memberships"("valid", "observation");

-- CreateIndex
CREATE INDEX "memberships_valid_plan_id_idx" ON "community"."memberships"("valid", "plan_id");

-- CreateIndex
CREATE INDEX "memberships_started_at_idx" ON "community"."memberships"("started_at");

-- CreateIndex
CREATE INDEX "memberships_ended_at_idx" ON "community"."memberships"("ended_at");

-- CreateIndex
CREATE INDEX "account_links_chat_user_id_idx" ON "community"."account_links"("chat_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "link_journeys_state_key" ON "community"."link_journeys"("state");

-- CreateIndex
CREATE INDEX "link_journeys_expires_at_idx" ON "community"."link_journeys"("expires_at");

-- CreateIndex
CREATE INDEX "link_journeys_answered_idx" ON "community"."link_journeys"("answered");

-- CreateIndex
CREATE INDEX "token_revocations_since_idx" ON "community"."token_revocations"("since");

-- CreateIndex
CREATE INDEX "link_changes_chat_user_id_at_idx" ON "community"."link_changes"("chat_user_id", "at");

-- CreateIndex
CREATE INDEX "link_changes_commerce_user_id_at_idx" ON "community"."link_changes"("commerce_user_id", "at");

-- CreateIndex
CREATE INDEX "role_mappings_source_id_idx" ON "community"."role_mappings"("source_id");

-- CreateIndex
CREATE INDEX "role_grants_guild_id_role_id_confirmed_at_idx" ON "community"."role_grants"("guild_id", "role_id", "confirmed_at");

-- CreateIndex
CREATE INDEX "role_changes_guild_id_user_id_at_idx" ON "community"."role_changes"("guild_id", "user_id", "at");

-- CreateIndex
CREATE INDEX "role_changes_guild_id_at_idx" ON "community"."role_changes"("guild_id", "at");

-- CreateIndex
CREATE INDEX "role_changes_at_idx" ON "community"."role_changes"("at");

-- CreateIndex
CREATE INDEX "announcements_guild_id_id_idx" ON "community"."announcements"("guild_id", "id");

-- CreateIndex
CREATE INDEX "notices_at_idx" ON "community"."notices"("at");

-- CreateIndex
CREATE INDEX "interaction_steps_expires_at_idx" ON "community"."interaction_steps"("expires_at");

-- AddForeignKey
ALTER TABLE "audit"."entries" ADD CONSTRAINT "entries_settles_fkey" FOREIGN KEY ("settles") REFERENCES "audit"."entries"("seq") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "commerce"."api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."idempotent_requests" ADD CONSTRAINT "idempotent_requests_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "commerce"."api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."products" ADD CONSTRAINT "products_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plans" ADD CONSTRAINT "plans_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plans" ADD CONSTRAINT "plans_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "commerce"."products"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plans" ADD CONSTRAINT "plans_mimic_plan_id_fkey" FOREIGN KEY ("mimic_plan_id") REFERENCES "commerce"."plans"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."promo_codes" ADD CONSTRAINT "promo_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."promo_code_plans" ADD CONSTRAINT "promo_code_plans_promo_code_id_fkey" FOREIGN KEY ("promo_code_id") REFERENCES "commerce"."promo_codes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."promo_code_plans" ADD CONSTRAINT "promo_code_plans_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."checkout_sessions" ADD CONSTRAINT "checkout_sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."checkout_sessions" ADD CONSTRAINT "checkout_sessions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plan_entries" ADD CONSTRAINT "plan_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plan_entries" ADD CONSTRAINT "plan_entries_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."plan_entries" ADD CONSTRAINT "plan_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."raffle_browsers" ADD CONSTRAINT "raffle_browsers_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "commerce"."memberships" ADD CONSTRAINT "memberships_promo_code_id_fkey" FOREIGN KEY ("promo_code_id") REFERENCES "commerce"."promo_codes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."payments" ADD CONSTRAINT "payments_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "commerce"."memberships"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."refunds" ADD CONSTRAINT "refunds_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "commerce"."payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."webhooks" ADD CONSTRAINT "webhooks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."retired_secrets" ADD CONSTRAINT "retired_secrets_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "commerce"."webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."events" ADD CONSTRAINT "events_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."deliveries" ADD CONSTRAINT "deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "commerce"."events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "commerce"."webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "commerce"."deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_clients" ADD CONSTRAINT "oauth_clients_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "commerce"."oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "commerce"."oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."sign_in_links" ADD CONSTRAINT "sign_in_links_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."chat_sign_ins" ADD CONSTRAINT "chat_sign_ins_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community"."affected_members" ADD CONSTRAINT "affected_members_guild_id_subject_fkey" FOREIGN KEY ("guild_id", "subject") REFERENCES "community"."problems"("guild_id", "subject") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community"."drift" ADD CONSTRAINT "drift_guild_id_fkey" FOREIGN KEY ("guild_id") REFERENCES "community"."sweeps"("guild_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what the schema files can't express.

-- Numbers the queries sent to the Commerce Service (src/access/mirror/merge.ts).
CREATE SEQUENCE "community"."observations";

-- What a membership says about any role, apart from its end and its owner: of those that say the same, a few decide
-- (src/access/sync/strongest-memberships.ts). No id contains a line break.
CREATE FUNCTION "community"."kind_of"(
  plan_id TEXT, source_plan_id TEXT, product_id TEXT, status TEXT, valid BOOLEAN, chat_proven BOOLEAN
) RETURNS UUID LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(plan_id || E'\n' || coalesce(source_plan_id, '') || E'\n' || coalesce(product_id, '') || E'\n'
    || status || E'\n' || valid::text || E'\n' || chat_proven::text)::uuid
$$;

CREATE INDEX "memberships_chat_user_id_kind_idx" ON "community"."memberships" ("chat_user_id", "community"."kind_of"("plan_id", "source_plan_id", "product_id", "status", "valid", "chat_proven"), "ended_at" DESC NULLS LAST, "id");

CREATE INDEX "memberships_commerce_user_id_kind_idx" ON "community"."memberships" ("commerce_user_id", "community"."kind_of"("plan_id", "source_plan_id", "product_id", "status", "valid", "chat_proven"), "ended_at" DESC NULLS LAST, "id");

-- Before the first entry.
INSERT INTO "audit"."head" ("seq", "hash") VALUES (0, repeat('0', 64));

-- Encodes a field so that no two lists of fields look the same: its length in bytes of UTF-8 and its text; "-" for null.
CREATE FUNCTION "audit"."field_of"(value TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-')
$$;

-- `npm run audit:verify` computes the same hash on its own (src/audit/hash.ts).
CREATE FUNCTION "audit"."hash_of"(entry "audit"."entries") RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat(
    audit.field_of(entry.previous),
    audit.field_of(entry.seq::text),
    audit.field_of((extract(epoch FROM entry.at) * 1000)::bigint::text),
    audit.field_of(entry.actor_kind),
    audit.field_of(entry.actor_id),
    audit.field_of(entry.action),
    audit.field_of(entry.object_type),
    audit.field_of(entry.object_id),
    audit.field_of(entry.address),
    audit.field_of(entry.guild_id),
    audit.field_of(entry.details::text),
    audit.field_of(entry.key),
    audit.field_of(entry.settles::text)
  ), 'UTF8')), 'hex')
$$;

-- Appends wait here for the preceding one's transaction to end, so that no number is skipped.
CREATE FUNCTION "audit"."append"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT head.seq + 1, head.hash INTO NEW.seq, NEW.previous FROM audit.head FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The audit log has lost its head: look at it with npm run audit:verify.';
  END IF;
  NEW.hash := audit.hash_of(NEW);
  UPDATE audit.head SET seq = NEW.seq, hash = NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER "append" BEFORE INSERT ON "audit"."entries" FOR EACH ROW EXECUTE FUNCTION "audit"."append"();

CREATE FUNCTION "audit"."refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever appended to: no % of audit.%.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"."entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse"();
CREATE TRIGGER "one_row" BEFORE INSERT OR DELETE OR TRUNCATE ON "audit"."head"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit"."refuse"();
-- Only the trigger above may move it.
CREATE TRIGGER "moved_by_append" BEFORE UPDATE ON "audit"."head"
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "audit"."refuse"();
