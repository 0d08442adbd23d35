-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "unclaimed_since" TIMESTAMPTZ(3);
