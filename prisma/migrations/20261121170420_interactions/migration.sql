-- CreateTable
CREATE TABLE "community"."interaction_steps" (
    "id" TEXT NOT NULL,
    "guild_id" TEXT NOT NULL,
    "user_id" TEXT,
    "command" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
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
CREATE INDEX "interaction_steps_expires_at_idx" ON "community"."interaction_steps"("expires_at");
