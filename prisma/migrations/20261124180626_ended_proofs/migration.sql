-- AlterTable
ALTER TABLE "commerce"."oauth_grants" ADD COLUMN     "proof" TEXT;

-- AlterTable
ALTER TABLE "community"."link_journeys" ADD COLUMN     "commerce_tokens" TEXT;
