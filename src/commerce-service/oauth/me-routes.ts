import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { openBearer } from '../api/authenticate.ts';
import { ExpandQuery, PageQuery } from '../api/pagination.ts';
import { Refusal } from '../api/refusal.ts';
import { ListOf, Nullable } from '../api/schema.ts';
import { tolerate } from '../api/tolerance.ts';
import { validatorCompiler } from '../api/validator.ts';
import { Membership } from '../memberships/schema.ts';
import { listMemberships } from '../memberships/service.ts';
import type { Service } from '../service.ts';
import type { Scope } from './client-schema.ts';
import { listSocialAccounts, provenEmail, readProfile } from './me.ts';
import { type Bearer, findBearer } from './tokens.ts';

const BEARER = 'bearer';

const Profile = Type.Object({
  id: Type.String({ description: 'Prefix user_.' }),
  name: Nullable(Type.String()),
  username: Nullable(Type.String()),
  email: Nullable(
    Type.String({
      description: 'Null without the scope email, and until the buyer has confirmed the address.',
    }),
  ),
  email_verified: Type.Boolean({ description: 'Whether the buyer has confirmed the e-mail address.' }),
  profile_pic_url: Nullable(
    Type.String({ description: 'Picture of the connected chat account; null if none is connected.' }),
  ),
});

const SocialAccount = Type.Object({
  id: Type.String({ description: 'Id of the chat account.' }),
  service: Type.Enum(['community_chat']),
  username: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
});

const NoAnswers = Type.Object({}, { description: 'Always empty: only the seller sees the answers.' });

/** A membership as an application sees it with the buyer's consent. */
const BuyersMembership = Type.Object({
  ...Membership.properties,
  email: Type.Union([Type.String(), Type.Null()], {
    description: 'Null without the scope email, and until the buyer has confirmed the address.',
  }),
  license_key: Type.Null({ description: 'Always null: anyone with the key can view the membership.' }),
  checkout_session: Type.Null({
    description: 'Always null: it is only for the buyer’s browser and the service.',
  }),
  custom_fields_responses: NoAnswers,
  custom_fields_responses_v2: NoAnswers,
});

const MembershipsQuery = Type.Object({
  ...PageQuery,
  ...ExpandQuery(Type.Enum(['product'])),
  valid: Type.Boolean({
    default: true,
    description: 'Whether to list the memberships that give access now, or the others.',
  }),
});

const BuyersMembershipList = ListOf(BuyersMembership);

/** Registers the endpoints with which an application reads a buyer's data. */
export const meRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addHook('preValidation', tolerate);
    app.setValidatorCompiler(validatorCompiler);

    app.get(
      '/me',
      { schema: { summary: 'Retrieve the buyer of the access token', response: { 200: Profile } } },
      async (request, reply) => readProfile(bearerWith('profile', request, reply)),
    );

    app.get(
      '/me/memberships',
      {
        schema: {
          summary: "List the buyer's memberships, by default the valid ones",
          querystring: MembershipsQuery,
          response: { 200: BuyersMembershipList },
        },
      },
      async (request, reply) => {
        const bearer = bearerWith('memberships', request, reply);
        const { accountId, userId } = bearer;
        const list = await listMemberships(service, accountId, { ...request.query, user_id: userId });
        const email = provenEmail(bearer);
        const unanswered = { custom_fields_responses: {}, custom_fields_responses_v2: {} };
        const hidden = { license_key: null, checkout_session: null, email, ...unanswered };
        return { ...list, data: list.data.map((membership) => ({ ...membership, ...hidden })) };
      },
    );

    app.get(
      '/me/social_accounts',
      {
        schema: {
          summary: "List the buyer's chat accounts, as named at checkout",
          response: { 200: Type.Array(SocialAccount) },
        },
      },
      (request, reply) => listSocialAccounts(service, bearerWith('social_accounts', request, reply)),
    );
  };

/** Requires a valid access token on every request. Requests of one application for one buyer share a rate limit. */
export async function authenticateBuyers(app: FastifyInstance, service: Service): Promise<void> {
  const bearerOf = await openBearer(app, service, {
    find: (token) => findBearer(service, token),
    name: ({ clientId, userId }) => `${clientId} ${userId}`,
    refuse: invalidToken,
  });
  app.decorateRequest(BEARER);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    request.setDecorator(BEARER, await bearerOf(request, reply));
  });
}

function invalidToken(reply: FastifyReply, isMissing: boolean): Refusal {
  reply.header('www-authenticate', isMissing ? 'Bearer' : 'Bearer error="invalid_token"');
  return new Refusal('unauthorized', 'Send a valid access token: "Authorization: Bearer <access_token>".');
}

/** @throws Refusal 403 if the buyer didn't grant this scope */
function bearerWith(scope: Scope, request: FastifyRequest, reply: FastifyReply): Bearer {
  const bearer = request.getDecorator<Bearer>(BEARER);
  if (bearer.scopes.includes(scope)) return bearer;
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  throw new Refusal('forbidden', `This access token lacks the scope "${scope}".`);
}
