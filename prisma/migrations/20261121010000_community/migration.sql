-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "community";

-- CreateTable
CREATE TABLE "community"."inbox_events" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "membership_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "payload" JSON NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."memberships" (
    "id" TEXT NOT NULL,
    "product_id" TEXT,
    "plan_id" TEXT NOT NULL,
    "commerce_user_id" TEXT,
    "chat_user_id" TEXT,
    "status" TEXT NOT NULL,
    "valid" BOOLEAN NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "observation" BIGINT NOT NULL,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."role_mappings" (
    "guild_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,

    CONSTRAINT "role_mappings_pkey" PRIMARY KEY ("guild_id","role_id","source_id")
);

-- CreateTable
CREATE TABLE "community"."role_grants" (
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "role_grants_pkey" PRIMARY KEY ("guild_id","user_id","role_id")
);

-- CreateTable
CREATE TABLE "community"."role_changes" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "role_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "community"."needs_action" (
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT NOT NULL,

    CONSTRAINT "needs_action_pkey" PRIMARY KEY ("guild_id","user_id","subject")
);

-- CreateIndex
CREATE INDEX "inbox_events_received_at_idx" ON "community"."inbox_events"("received_at");

-- CreateIndex
CREATE INDEX "memberships_chat_user_id_idx" ON "community"."memberships"("chat_user_id");

-- CreateIndex
CREATE INDEX "role_changes_guild_id_user_id_at_idx" ON "community"."role_changes"("guild_id", "user_id", "at");

-- Numbers the questions put to the Commerce Service (src/access/mirror.ts). Written by hand: the schema files know no sequences.
CREATE SEQUENCE "community"."observations";
