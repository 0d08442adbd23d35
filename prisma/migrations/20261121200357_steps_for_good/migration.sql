-- AlterTable
ALTER TABLE "community"."interaction_steps" ALTER COLUMN "expires_at" DROP NOT NULL;
