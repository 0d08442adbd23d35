-- CreateTable
CREATE TABLE "commerce"."action_counts" (
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "action_counts_pkey" PRIMARY KEY ("action","subject")
);

-- CreateIndex
CREATE INDEX "action_counts_since_idx" ON "commerce"."action_counts"("since");
