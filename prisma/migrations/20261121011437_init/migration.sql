-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "community";

-- CreateTable
CREATE TABLE "community"."inbox_events" (
    "id" TEXT NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("id")
);
