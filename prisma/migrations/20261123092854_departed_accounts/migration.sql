-- AlterTable
ALTER TABLE "community"."account_links" ADD COLUMN     "departed" TEXT[] DEFAULT ARRAY[]::TEXT[];
