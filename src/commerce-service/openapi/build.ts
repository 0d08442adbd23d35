import swagger from '@fastify/swagger';
import fastify, { type RouteOptions } from 'fastify';
import type { Service } from '../service.ts';
import { withComponents } from './components.ts';
import { describe } from './describe.ts';
import { TAGS } from './specified.ts';
import { describeWebhooks, EVENTS_TAG } from './webhooks.ts';

const describeService = (
  publicUrl: string,
) => `Plans, quick links, promo codes, memberships, webhooks and OAuth.

Timestamps are seconds since the Unix epoch, amounts are numbers in the major unit of their currency, and no field is
ever left out of an answer. Updates are a POST; a PATCH does the same. Operations that carry \`x-specified-in\` follow
the specification of the API; those marked \`x-beyond-specification\` are what this service adds to it.

## Authentication

Everything below \`/api/v2\` takes an API key. The operator's own comes from \`npm run -s api-key\`; others are made with
\`POST /api/v2/api_keys\`, for all or a few resources, to read or to write.

\`\`\`sh
curl -s ${publicUrl}/api/v2/plans -H "Authorization: Bearer $KEY"
\`\`\`

Everything below \`/v5/me\` takes the access token of a buyer, which an OAuth client gets for the code that
\`GET /oauth/authorize\` sent it. The checkout takes neither. Without a key or token that is good the answer is 401,
without the right one for it 403.

## Errors

\`\`\`json
{ "error": { "status": 400, "message": "per must be at most 50." } }
\`\`\`

The message names the field and says what it may be. The token endpoints answer as OAuth libraries expect, with
\`error\` and \`error_description\`.

## Once only

Every POST below \`/api/v2\` takes an \`Idempotency-Key\`: with the same key it is carried out once, and answered alike
for 24 hours.

## Limits

100 requests per 10 seconds and key, unless the operator says otherwise; 429 comes with \`Retry-After\`. A page of a list
has at most 50 results.`;

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: "The account's API key: `npm run -s api-key`, or one made with `POST /api/v2/api_keys`.",
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token from the OAuth token exchange.',
  },
} as const;

/** Builds the OpenAPI description of these routes, by registering them again on an application that never listens. */
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
        description: describeService(publicUrl),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        ...TAGS.flatMap(({ name, description }) => (description === '' ? [] : [{ name, description }])),
        EVENTS_TAG,
      ],
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
  const description = withComponents({ ...app.swagger(), webhooks: describeWebhooks() });
  await app.close();
  return description;
}
