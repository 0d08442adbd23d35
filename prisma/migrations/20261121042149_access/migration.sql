-- CreateEnum
CREATE TYPE "community"."mapping_condition" AS ENUM ('valid', 'past_due');

-- CreateEnum
CREATE TYPE "community"."at_end" AS ENUM ('remove', 'keep', 'kick');

-- CreateEnum
CREATE TYPE "community"."orphans" AS ENUM ('keep', 'strip');

-- AlterTable
ALTER TABLE "community"."inbox_events" ADD COLUMN     "worked_at" TIMESTAMPTZ(3);

-- What came in before is not looked at again: the sweep sees what it may have missed.
UPDATE "community"."inbox_events" SET "worked_at" = "received_at";

-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "chat_connected_at" TIMESTAMPTZ(3),
ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "period_ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "source_plan_id" TEXT;

-- AlterTable
ALTER TABLE "community"."role_changes" ADD COLUMN     "actor" TEXT,
ALTER COLUMN "role_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "community"."role_grants" ADD COLUMN     "leaving" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "ordered_by" TEXT;

-- AlterTable
ALTER TABLE "community"."role_mappings" DROP CONSTRAINT "role_mappings_pkey",
ADD COLUMN     "at_end" "community"."at_end" NOT NULL DEFAULT 'remove',
ADD COLUMN     "condition" "community"."mapping_condition" NOT NULL DEFAULT 'valid',
ADD COLUMN     "grace_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "orphans" "community"."orphans" NOT NULL DEFAULT 'keep',
ADD COLUMN     "wait_for_screening" BOOLEAN NOT NULL DEFAULT true,
ADD CONSTRAINT "role_mappings_pkey" PRIMARY KEY ("guild_id", "role_id", "source_id", "condition");

-- CreateTable
CREATE TABLE "community"."account_links" (
    "commerce_user_id" TEXT NOT NULL,
    "chat_user_id" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_links_pkey" PRIMARY KEY ("commerce_user_id")
);

-- CreateTable
CREATE TABLE "community"."problems" (
    "guild_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT NOT NULL,
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
CREATE TABLE "community"."guild_lanes" (
    "guild_id" TEXT NOT NULL,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guild_lanes_pkey" PRIMARY KEY ("guild_id")
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
    "members" INTEGER NOT NULL DEFAULT 0,
    "drifted" INTEGER NOT NULL DEFAULT 0,
    "held_since" TIMESTAMPTZ(3),
    "answer" TEXT,
    "held" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("guild_id")
);

-- CreateTable
CREATE TABLE "community"."drift" (
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "seen" TEXT[],
    "pending" BOOLEAN NOT NULL,
    "gains" BOOLEAN NOT NULL,
    "loses" BOOLEAN NOT NULL,

    CONSTRAINT "drift_pkey" PRIMARY KEY ("guild_id","user_id")
);

-- CreateTable
CREATE TABLE "community"."guild_settings" (
    "guild_id" TEXT NOT NULL,
    "log_channel_id" TEXT,
    "tell_members" BOOLEAN NOT NULL DEFAULT true,

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

    CONSTRAINT "notices_pkey" PRIMARY KEY ("user_id","about")
);

-- CreateIndex
CREATE INDEX "account_links_chat_user_id_idx" ON "community"."account_links"("chat_user_id");

-- CreateIndex
CREATE INDEX "announcements_guild_id_id_idx" ON "community"."announcements"("guild_id", "id");

-- CreateIndex
CREATE INDEX "notices_at_idx" ON "community"."notices"("at");

-- CreateIndex
CREATE INDEX "inbox_events_membership_id_worked_at_idx" ON "community"."inbox_events"("membership_id", "worked_at");

-- CreateIndex
CREATE INDEX "memberships_commerce_user_id_idx" ON "community"."memberships"("commerce_user_id");

-- CreateIndex
CREATE INDEX "memberships_plan_id_idx" ON "community"."memberships"("plan_id");

-- CreateIndex
CREATE INDEX "memberships_valid_observation_idx" ON "community"."memberships"("valid", "observation");

-- CreateIndex
CREATE INDEX "role_changes_at_idx" ON "community"."role_changes"("at");

-- CreateIndex
CREATE INDEX "role_mappings_source_id_idx" ON "community"."role_mappings"("source_id");

-- AddForeignKey
ALTER TABLE "community"."affected_members" ADD CONSTRAINT "affected_members_guild_id_subject_fkey" FOREIGN KEY ("guild_id", "subject") REFERENCES "community"."problems"("guild_id", "subject") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "community"."drift" ADD CONSTRAINT "drift_guild_id_fkey" FOREIGN KEY ("guild_id") REFERENCES "community"."sweeps"("guild_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What needed action before still does.
INSERT INTO "community"."problems" ("guild_id", "subject", "since", "problem")
SELECT "guild_id", "subject", min("since"), min("problem") FROM "community"."needs_action" GROUP BY 1, 2;
INSERT INTO "community"."affected_members" ("guild_id", "subject", "user_id")
SELECT "guild_id", "subject", "user_id" FROM "community"."needs_action";

-- DropTable
DROP TABLE "community"."needs_action";
