-- AlterTable
ALTER TABLE "commerce"."plan_entries" ADD COLUMN     "browser_hash" TEXT;

-- CreateTable
CREATE TABLE "commerce"."raffle_browsers" (
    "plan_id" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "email_hash" TEXT NOT NULL,

    CONSTRAINT "raffle_browsers_pkey" PRIMARY KEY ("plan_id","browser_hash")
);

-- AddForeignKey
ALTER TABLE "commerce"."raffle_browsers" ADD CONSTRAINT "raffle_browsers_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;
