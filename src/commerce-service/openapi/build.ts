import swagger from '@fastify/swagger';
import fastify, { type RouteOptions } from 'fastify';
import type { Service } from '../service.ts';
import { withComponents } from './components.ts';
import { describe } from './describe.ts';
import { TAGS } from './specified.ts';

const DESCRIPTION = `Plans, quick links, promo codes, memberships, webhooks and OAuth. Timestamps are seconds
since the Unix epoch, amounts are numbers in the major unit of their currency, and no field is ever left out of
an answer. Updates are a POST; a PATCH does the same. Operations that carry \`x-specified-in\` follow the
specification of the API; those marked \`x-beyond-specification\` are what this service adds to it.`;

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: "The account's API key." },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token from the OAuth token exchange.',
  },
} as const;

/** The description of these routes. They are registered once more, on an application that nobody can reach. */
export async function buildDescription(
  routes: readonly RouteOptions[],
  { publicUrl }: Service,
): Promise<object> {
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => String);
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
      tags: TAGS.flatMap(({ name, description }) => (description === '' ? [] : [{ name, description }])),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: describe,
  });
  for (const { method, url, schema, config } of routes)
    app.route({
      ...{ method, url, ...(schema && { schema }), ...(config && { config }) },
      handler: () => undefined,
    });
  await app.ready();
  const description = withComponents(app.swagger());
  await app.close();
  return description;
}
