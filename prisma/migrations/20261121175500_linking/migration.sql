-- CreateEnum
CREATE TYPE "community"."journey_step" AS ENUM ('chat', 'commerce', 'confirm', 'done');

-- AlterTable
ALTER TABLE "community"."account_links" ADD COLUMN     "leaving" TEXT[] DEFAULT ARRAY[]::TEXT[];

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

    CONSTRAINT "link_journeys_pkey" PRIMARY KEY ("session")
);

-- CreateTable
CREATE TABLE "community"."chat_grants" (
    "chat_user_id" TEXT NOT NULL,
    "tokens" TEXT NOT NULL,
    "pushed" TEXT,

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

-- CreateIndex
CREATE UNIQUE INDEX "link_journeys_state_key" ON "community"."link_journeys"("state");

-- CreateIndex
CREATE INDEX "link_journeys_expires_at_idx" ON "community"."link_journeys"("expires_at");

-- CreateIndex
CREATE INDEX "token_revocations_since_idx" ON "community"."token_revocations"("since");

-- CreateIndex
CREATE INDEX "link_changes_chat_user_id_at_idx" ON "community"."link_changes"("chat_user_id", "at");

-- CreateIndex
CREATE INDEX "link_changes_commerce_user_id_at_idx" ON "community"."link_changes"("commerce_user_id", "at");
