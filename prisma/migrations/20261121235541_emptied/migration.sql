-- AlterTable
ALTER TABLE "community"."memberships" ADD COLUMN     "doubted_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "community"."sweeps" ADD COLUMN     "missing" INTEGER;
