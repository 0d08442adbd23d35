-- AlterTable
ALTER TABLE "commerce"."memberships" ADD COLUMN     "answers" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "commerce"."plans" ADD COLUMN     "custom_fields" JSONB NOT NULL DEFAULT '[]';
