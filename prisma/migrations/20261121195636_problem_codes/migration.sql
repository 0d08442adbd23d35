-- AlterTable
ALTER TABLE "community"."problems" ADD COLUMN     "code" TEXT,
ADD COLUMN     "said" TEXT;
