-- What a sweep found before is found again by the next one.
DELETE FROM "community"."drift";

-- AlterTable
ALTER TABLE "community"."drift" DROP CONSTRAINT "drift_pkey",
ADD COLUMN     "run" TEXT NOT NULL,
ADD CONSTRAINT "drift_pkey" PRIMARY KEY ("guild_id", "run", "user_id");

-- AlterTable
ALTER TABLE "community"."sweeps" ADD COLUMN     "answered_at" TIMESTAMPTZ(3),
ADD COLUMN     "run" TEXT;
