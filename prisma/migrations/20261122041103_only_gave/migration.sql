-- AlterTable
ALTER TABLE "community"."sweeps" ADD COLUMN     "only_gave" BOOLEAN NOT NULL DEFAULT false;
