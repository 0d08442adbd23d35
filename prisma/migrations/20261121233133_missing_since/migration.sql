-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "missing_since" TIMESTAMPTZ(3);
