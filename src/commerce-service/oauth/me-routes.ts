import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ExpandQuery, PageQuery } from '../api/query.ts';
import { listMemberships } from '../memberships.ts';
import { limitRate } from '../rate-limit.ts';
import { Refusal } from '../refusal.ts';
import { ListOf, Nullable } from '../resources/common.ts';
import { Membership } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import { tolerate } from '../tolerance.ts';
import { validatorCompiler } from '../validator.ts';
import { listSocialAccounts, readProfile } from './me.ts';
import type { Scope } from './scopes.ts';
import { type Bearer, findBearer } from './tokens.ts';

const BEARER = 'bearer';

const Profile = Type.Object({
  id: Type.String({ description: 'Prefix user_.' }),
  name: Nullable(Type.String()),
  username: Nullable(Type.String()),
  email: Nullable(Type.String({ description: 'Null without the scope email.' })),
  profile_pic_url: Nullable(Type.String({ description: 'This service keeps no pictures: null.' })),
});

const SocialAccount = Type.Object({
  id: Type.String({ description: 'Id of the chat account.' }),
  service: Type.Enum(['community_chat']),
  username: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
});

/** A membership as its buyer lets an application see it. */
const BuyersMembership = Type.Object({
  ...Membership.properties,
  email: Type.Union([Type.String(), Type.Null()], { description: 'Null without the scope email.' }),
  license_key: Type.Null({ description: 'Never told: whoever knows it can sign in as the buyer.' }),
});

const MembershipsQuery = Type.Object({
  ...PageQuery,
  ...ExpandQuery(Type.Enum(['product'])),
  valid: Type.Boolean({ default: true, description: 'Those that give access now, or those that do not.' }),
});

/** What an application may see of the buyer who agreed. */
export const meRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await limitRate(app, service, 'key');
    app.decorateRequest(BEARER);
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.setDecorator(BEARER, await authenticate(service, request, reply));
    });
    app.addHook('preValidation', tolerate);
    app.setValidatorCompiler(validatorCompiler);

    app.get(
      '/me',
      { schema: { summary: 'Who the access token speaks for', response: { 200: Profile } } },
      (request, reply) => readProfile(service, bearerWith('profile', request, reply)),
    );

    app.get(
      '/me/memberships',
      {
        schema: {
          summary: "List the buyer's memberships, by default the valid ones",
          querystring: MembershipsQuery,
          response: { 200: ListOf(BuyersMembership) },
        },
      },
      async (request, reply) => {
        const { accountId, userId, scopes } = bearerWith('memberships', request, reply);
        const list = await listMemberships(service, accountId, { ...request.query, user_id: userId });
        // The license key signs its buyer in, and the address has a scope of its own.
        const hidden = { license_key: null, ...(scopes.includes('email') ? {} : { email: null }) };
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

/** @throws Refusal 401 without a token that is good */
async function authenticate(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<Bearer> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const bearer = token === undefined ? undefined : await findBearer(service, token);
  if (bearer) return bearer;
  reply.header('www-authenticate', token === undefined ? 'Bearer' : 'Bearer error="invalid_token"');
  throw new Refusal(
    'unauthorized',
    'Send an access token that is good: "Authorization: Bearer <access_token>".',
  );
}

/** @throws Refusal 403 when the buyer did not agree to this */
function bearerWith(scope: Scope, request: FastifyRequest, reply: FastifyReply): Bearer {
  const bearer = request.getDecorator<Bearer>(BEARER);
  if (bearer.scopes.includes(scope)) return bearer;
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  throw new Refusal('forbidden', `This access token lacks the scope "${scope}".`);
}
