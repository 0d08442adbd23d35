-- AlterTable
ALTER TABLE "commerce"."payments" ADD COLUMN     "subtotal" DECIMAL(24,8);
