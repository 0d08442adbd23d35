-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "unsynced" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "community"."sweeps" ADD COLUMN     "swept_up_to" BIGINT;
