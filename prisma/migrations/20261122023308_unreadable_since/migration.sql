-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "unreadable_since" TIMESTAMPTZ(3);
