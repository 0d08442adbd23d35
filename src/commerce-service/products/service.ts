import type { Prisma, Transaction } from '../../database/index.ts';
import { listOf, type PageRequest, pageOf, readPage } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { type AccountAuthor, audited } from '../audited.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { type Product, toProduct } from './schema.ts';

export interface NewProduct {
  readonly name: string;
  readonly description?: string;
  readonly metadata?: Prisma.InputJsonObject;
}

export type ProductChange = Partial<Omit<NewProduct, 'description'>> & {
  readonly description?: string | null;
};

export async function createProduct(
  service: Service,
  by: AccountAuthor,
  { name, description, metadata = {} }: NewProduct,
): Promise<Product> {
  const { clock } = service;
  const { accountId } = by;
  const id = newId(clock, 'product');
  const text = { name, description: description ?? null, metadata };
  const data = { id, accountId, ...text, createdAt: clock.now() };
  const row = await audited(
    service,
    by,
    (transaction) => transaction.product.create({ data }),
    () => ({ action: 'product created', object: { type: 'product', id } }),
  );
  return toProduct(row);
}

/** @throws Refusal if the account has no such product */
export async function retrieveProduct(
  { prisma }: { readonly prisma: Transaction },
  accountId: string,
  id: string,
): Promise<Product> {
  const row = await prisma.product.findFirst({ where: { accountId, id: productId(id) } });
  if (!row) throw new Refusal('not found', `There is no product ${id}.`);
  return toProduct(row);
}

/** Changes the given fields of a product. Metadata is replaced as a whole. */
export async function updateProduct(
  service: Service,
  by: AccountAuthor,
  id: string,
  { name, description, metadata }: ProductChange,
): Promise<Product> {
  const { accountId } = by;
  const data = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(metadata && { metadata }),
  };
  return audited(
    service,
    by,
    async (transaction) => {
      await transaction.product.updateMany({ where: { accountId, id: productId(id) }, data });
      return retrieveProduct({ prisma: transaction }, accountId, id);
    },
    (product) => ({
      action: 'product updated',
      object: { type: 'product', id: product.id },
      details: { fields: Object.keys(data) },
    }),
  );
}

/** Lists an account's products, newest first. */
export async function listProducts({ prisma }: Service, accountId: string, page: PageRequest) {
  const where = { accountId };
  const [count, rows] = await readPage(
    page,
    () => prisma.product.findMany({ where, ...pageOf(page) }),
    () => prisma.product.count({ where }),
  );
  return listOf(page, count, rows.map(toProduct));
}

/** Creates the product for plans that name none. Its id derives from the account's, so concurrent calls are safe. */
export async function ensureDefaultProduct({ prisma, clock }: Service, accountId: string): Promise<string> {
  const id = accountId.replace(/^[a-z]+_/, 'prod_');
  const product = { id, accountId, name: 'Default product', metadata: {}, createdAt: clock.now() };
  await prisma.product.upsert({ where: { id }, create: product, update: { id } });
  return id;
}

/** Converts a product id to its current prefix; `pass_…` is the old prefix for the same product. */
export const productId = (id: string): string => id.replace(/^pass_/, 'prod_');
