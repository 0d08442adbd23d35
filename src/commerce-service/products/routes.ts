import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { PageQuery, UPDATE } from '../api/pagination.ts';
import { FreeObject, ListOf, Nullable } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { Product } from './schema.ts';
import { createProduct, listProducts, retrieveProduct, updateProduct } from './service.ts';

const Description = Type.String({ maxLength: 2000 });

const NewProduct = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(Description),
  metadata: Type.Optional(FreeObject),
});

const ProductChange = Type.Partial(
  Type.Object({ ...NewProduct.properties, description: Nullable(Description) }),
);

const Id = Type.Object({ id: Type.String() });

const ProductList = ListOf(Product);

/** Registers the endpoints of products: create, retrieve, update, list. Beyond the specification. */
export const productRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/products',
      { schema: { summary: 'Create a product', body: NewProduct, response: { 201: Product } } },
      async (request, reply) =>
        reply.status(201).send(await createProduct(service, callerOf(request), request.body)),
    );

    app.get(
      '/products/:id',
      {
        schema: {
          summary: 'Retrieve a product',
          params: Id,
          response: { 200: Product },
        },
      },
      (request) => retrieveProduct(service, accountOf(request), request.params.id),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/products/:id',
        config: { nulls: 'kept' },
        schema: {
          summary: 'Update a product',
          params: Id,
          body: ProductChange,
          response: { 200: Product },
        },
        handler: (request) => updateProduct(service, callerOf(request), request.params.id, request.body),
      });

    app.get(
      '/products',
      {
        compress: {},
        schema: {
          summary: 'List products',
          querystring: Type.Object(PageQuery),
          response: { 200: ProductList },
        },
      },
      (request) => listProducts(service, accountOf(request), request.query),
    );
  };
