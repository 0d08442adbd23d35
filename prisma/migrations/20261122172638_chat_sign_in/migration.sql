-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "community_chat_image_url" TEXT,
ADD COLUMN     "community_chat_proven_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "commerce"."users" ADD COLUMN     "chat_account_id" TEXT,
ADD COLUMN     "chat_account_image_url" TEXT,
ADD COLUMN     "chat_account_name" TEXT,
ADD COLUMN     "chat_proven_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "commerce"."chat_sign_ins" (
    "state_hash" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_id" TEXT,
    "request" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "name" TEXT,

    CONSTRAINT "chat_sign_ins_pkey" PRIMARY KEY ("state_hash")
);

-- CreateIndex
CREATE INDEX "chat_sign_ins_browser_hash_answered_at_idx" ON "commerce"."chat_sign_ins"("browser_hash", "answered_at");

-- CreateIndex
CREATE INDEX "chat_sign_ins_expires_at_idx" ON "commerce"."chat_sign_ins"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_account_id_chat_account_id_key" ON "commerce"."users"("account_id", "chat_account_id");

-- AddForeignKey
ALTER TABLE "commerce"."chat_sign_ins" ADD CONSTRAINT "chat_sign_ins_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
