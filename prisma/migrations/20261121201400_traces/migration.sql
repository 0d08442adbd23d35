-- AlterTable
ALTER TABLE "community"."role_changes" ADD COLUMN     "trace" TEXT;

-- AlterTable
ALTER TABLE "community"."role_grants" ADD COLUMN     "trace" TEXT;
