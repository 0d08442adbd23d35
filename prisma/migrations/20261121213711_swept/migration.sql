-- AlterTable
ALTER TABLE "community"."sweeps" ADD COLUMN     "swept_at" TIMESTAMPTZ(3);
