-- AlterTable
ALTER TABLE "community"."drift" ADD COLUMN     "guarded" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "community"."permitted_losses" (
    "guild_id" TEXT NOT NULL,
    "role_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "permitted_losses_pkey" PRIMARY KEY ("guild_id","role_id","user_id")
);
