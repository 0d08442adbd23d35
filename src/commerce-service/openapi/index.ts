import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service.ts';
import { withComponents } from './components.ts';
import { describe } from './describe.ts';
import { TAGS } from './specified.ts';

const DESCRIPTION = `Plans, quick links, promo codes, memberships, webhooks and OAuth. Timestamps are seconds
since the Unix epoch, amounts are numbers in the major unit of their currency, and no field is ever left out of
an answer. Operations that carry \`x-specified-in\` follow the specification of the API; those marked
\`x-beyond-specification\` are what this service adds to it.`;

/** Collects the routes that are registered after it, and gives the description of all of them. */
export async function collectRoutes(app: FastifyInstance, { publicUrl }: Service): Promise<() => object> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Commerce Service',
        version: 'v2',
        description: DESCRIPTION.replaceAll('\n', ' '),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS.filter(({ description }) => description !== '').map(({ name, description }) => ({
        name,
        description,
      })),
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: "The account's API key." },
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token from the OAuth token exchange.',
          },
        },
      },
    },
    transform: describe,
  });
  let document: object | undefined;
  return () => {
    document ??= withComponents(app.swagger());
    return document;
  };
}
