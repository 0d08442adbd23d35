-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "chat_proven" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "community"."role_grants" ADD COLUMN     "proven" BOOLEAN NOT NULL DEFAULT true;
