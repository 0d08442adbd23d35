-- AlterTable
ALTER TABLE "community"."account_links" ADD COLUMN     "settling" BOOLEAN NOT NULL DEFAULT false;

-- Whoever has still to lose something.
UPDATE "community"."account_links" SET "settling" = true WHERE cardinality("leaving") > 0;
