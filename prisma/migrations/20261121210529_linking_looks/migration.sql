-- AlterTable
ALTER TABLE "community"."chat_grants" ADD COLUMN     "looked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
