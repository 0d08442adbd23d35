-- AlterTable
ALTER TABLE "community"."link_journeys" ADD COLUMN     "answered" TEXT,
ADD COLUMN     "answered_at" TIMESTAMPTZ(3),
ADD COLUMN     "answered_by" TEXT;

-- CreateIndex
CREATE INDEX "link_journeys_answered_idx" ON "community"."link_journeys"("answered");
