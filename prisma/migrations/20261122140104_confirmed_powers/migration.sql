-- AlterTable
ALTER TABLE "community"."role_mappings" ADD COLUMN     "confirmed_powers" TEXT[] DEFAULT ARRAY[]::TEXT[];
