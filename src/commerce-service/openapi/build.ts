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

Timestamps are seconds since the Unix epoch, amounts are numbers in the major unit of their currency, and no response
ever leaves a field out. Updates use POST; PATCH does the same. Operations with \`x-specified-in\` follow the
specification of the API; this service adds those marked \`x-beyond-specification\`.

## Authentication

Everything below \`/api/v2\` requires an API key. \`npm run -s api-key\` prints the operator's key. Create others with
\`POST /api/v2/api_keys\`, for all or some resources, with read or write access.

\`\`\`sh
curl -s ${publicUrl}/api/v2/plans -H "Authorization: Bearer $KEY"
\`\`\`

Everything below \`/v5/me\` requires a buyer's access token. An OAuth client gets one in exchange for the code that it
received from \`GET /oauth/authorize\`. The checkout requires neither. A missing or invalid key or token gets 401, one
that lacks the scope 403.

## Errors

\`\`\`json
{ "error": { "status": 400, "message": "per must be at most 50." } }
\`\`\`

The message names the field and says what it may be. The token endpoints return \`error\` and \`error_description\`, as
OAuth libraries expect.

## Idempotency

Every POST below \`/api/v2\` accepts an \`Idempotency-Key\`. Requests with the same key are carried out once and get the
same response for 24 hours.

## Limits

100 requests per 10 seconds and key, unless the operator sets another limit. A 429 response carries \`Retry-After\`. A page
of a list has at most 50 results.`;

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
      method,
      url,
      ...(schema && { schema }),
      ...(config && { config }),
      handler: () => undefined,
    });
  await app.ready();
  const description = withComponents({ ...app.swagger(), webhooks: describeWebhooks() });
  await app.close();
  return description;
}
