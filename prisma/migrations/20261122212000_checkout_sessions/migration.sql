-- CreateTable
CREATE TABLE "commerce"."checkout_sessions" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "checkout_sessions_account_id_created_at_id_idx" ON "commerce"."checkout_sessions"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_plan_id_created_at_id_idx" ON "commerce"."checkout_sessions"("plan_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "commerce"."checkout_sessions" ADD CONSTRAINT "checkout_sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."checkout_sessions" ADD CONSTRAINT "checkout_sessions_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "commerce"."plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
