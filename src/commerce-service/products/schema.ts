import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { FreeObject, fromJson, Nullable, Timestamp } from '../api/schema.ts';

/** A product for sale. Beyond the specification, which only refers to it. */
export const Product = Type.Object({
  id: Type.String({ description: 'Prefix prod_.' }),
  name: Type.String(),
  description: Nullable(Type.String()),
  metadata: FreeObject,
  created_at: Timestamp,
});
export type Product = Static<typeof Product>;

export type ProductRow = Prisma.ProductGetPayload<object>;

export const toProduct = (row: ProductRow): Product => ({
  id: row.id,
  name: row.name,
  description: row.description,
  metadata: fromJson(row.metadata),
  created_at: toEpochSeconds(row.createdAt),
});
