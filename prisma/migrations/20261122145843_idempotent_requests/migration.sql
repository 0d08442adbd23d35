-- CreateTable
CREATE TABLE "commerce"."idempotent_requests" (
    "api_key_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER,
    "sealed_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("api_key_id","key")
);

-- CreateIndex
CREATE INDEX "idempotent_requests_created_at_idx" ON "commerce"."idempotent_requests"("created_at");

-- AddForeignKey
ALTER TABLE "commerce"."idempotent_requests" ADD CONSTRAINT "idempotent_requests_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "commerce"."api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
