-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "owner_event_due" BOOLEAN NOT NULL DEFAULT false;
