-- AlterTable
ALTER TABLE "community"."guild_settings" ADD COLUMN     "at_end" "community"."at_end" NOT NULL DEFAULT 'remove',
ADD COLUMN     "grace_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "orphans" "community"."orphans" NOT NULL DEFAULT 'keep',
ADD COLUMN     "relink_days" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "wait_for_screening" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "started_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "community"."role_changes" ADD COLUMN     "event_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "community"."role_grants" ADD COLUMN     "event_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "community"."admin_actions" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "guild_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "admin_actions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "admin_actions_guild_id_at_idx" ON "community"."admin_actions"("guild_id", "at");

-- CreateIndex
CREATE INDEX "admin_actions_guild_id_subject_at_idx" ON "community"."admin_actions"("guild_id", "subject", "at");

-- CreateIndex
CREATE INDEX "memberships_valid_plan_id_idx" ON "community"."memberships"("valid", "plan_id");

-- CreateIndex
CREATE INDEX "memberships_started_at_idx" ON "community"."memberships"("started_at");

-- CreateIndex
CREATE INDEX "memberships_ended_at_idx" ON "community"."memberships"("ended_at");

-- CreateIndex
CREATE INDEX "role_changes_guild_id_at_idx" ON "community"."role_changes"("guild_id", "at");

-- CreateIndex
CREATE INDEX "role_grants_guild_id_role_id_confirmed_at_idx" ON "community"."role_grants"("guild_id", "role_id", "confirmed_at");
