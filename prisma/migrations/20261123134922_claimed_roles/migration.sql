-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "free" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "community"."role_grants" ADD COLUMN     "claimed" BOOLEAN NOT NULL DEFAULT false;
