-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "wallet_address" TEXT;
