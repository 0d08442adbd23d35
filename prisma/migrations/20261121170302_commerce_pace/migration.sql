-- CreateTable
CREATE TABLE "community"."commerce_paces" (
    "service" TEXT NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "commerce_paces_pkey" PRIMARY KEY ("service")
);
