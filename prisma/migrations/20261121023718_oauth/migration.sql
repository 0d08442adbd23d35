-- CreateEnum
CREATE TYPE "commerce"."oauth_token_kind" AS ENUM ('access', 'refresh');

-- AlterTable
ALTER TABLE "commerce"."api_keys" ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "revoked_at" TIMESTAMPTZ(3),
ALTER COLUMN "handle" DROP NOT NULL;

-- CreateTable
CREATE TABLE "commerce"."oauth_clients" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "handle" TEXT,
    "name" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."oauth_grants" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "code_hash" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT,
    "code_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "code_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "commerce"."oauth_tokens" (
    "hash" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "kind" "commerce"."oauth_token_kind" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "commerce"."sign_in_links" (
    "hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "commerce"."sessions" (
    "hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_client_id_key" ON "commerce"."oauth_clients"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_account_id_handle_key" ON "commerce"."oauth_clients"("account_id", "handle");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grants_code_hash_key" ON "commerce"."oauth_grants"("code_hash");

-- CreateIndex
CREATE INDEX "oauth_grants_user_id_idx" ON "commerce"."oauth_grants"("user_id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "commerce"."oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_grant_id_idx" ON "commerce"."oauth_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_expires_at_idx" ON "commerce"."oauth_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "commerce"."sign_in_links"("expires_at");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "commerce"."sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "commerce"."sessions"("expires_at");

-- CreateIndex
CREATE INDEX "api_keys_account_id_created_at_id_idx" ON "commerce"."api_keys"("account_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "commerce"."oauth_clients" ADD CONSTRAINT "oauth_clients_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "commerce"."oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "commerce"."oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."sign_in_links" ADD CONSTRAINT "sign_in_links_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "commerce"."accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "commerce"."sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "commerce"."users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
