-- AlterTable
ALTER TABLE "commerce"."chat_sign_ins" ADD COLUMN     "retry_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "commerce"."users" ADD COLUMN     "chat_changes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "chat_changes_since" TIMESTAMPTZ(3);
