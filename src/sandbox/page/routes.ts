import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError } from 'fastify';
import Type from 'typebox';
import { Fault } from '../../errors.ts';
import type { Community } from '../community.ts';
import { Snowflake } from '../records.ts';
import { assetRoutes } from './assets.ts';
import { type Controls, controlRoutes } from './control-routes.ts';
import { ownHostOnly } from './host-guard.ts';
import { openLivePages } from './live.ts';
import { sameSiteOnly } from './same-site.ts';
import { stateRoute } from './state-route.ts';
import { toView } from './view.ts';

/** Plans as the page's shop shows them. The sandbox itself knows nothing of commerce. */
export interface ShopProduct {
  readonly product: string;
  readonly plans: readonly { readonly name: string; readonly price: string; readonly url: string }[];
}

export interface PageContext {
  readonly controls: Controls;
  /** The addresses at which the page is opened, besides this machine's own. */
  readonly baseUrls: readonly string[];
  readonly community: Community;
  readonly guildId: string;
  readonly shop: () => Promise<readonly ShopProduct[]>;
  /** Whether the bot is connected to the gateway. */
  isBotOnline(): boolean;
  /** Calls back when that changes. */
  watchBot(watcher: () => void): () => void;
}

const NewcomerBody = Type.Object({ name: Type.String({ minLength: 2, maxLength: 32, pattern: '\\S\\S*' }) });
const MemberParams = Type.Object({ user_id: Snowflake });

/** The page at which people look at the community, and what they can do there. */
export const pageRoutes =
  (context: PageContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community, guildId } = context;
    const live = openLivePages(() => {
      const guild = community.guild(guildId);
      return guild && toView(community, guild, context.isBotOnline());
    });
    const stop = [community.watch(() => live.changed()), context.watchBot(() => live.changed())];
    app.addHook('preClose', async () => {
      for (const end of stop) end();
      live.close();
    });
    app.addHook('onRequest', ownHostOnly(context.baseUrls));
    app.addHook('onRequest', sameSiteOnly);
    app.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (!(error instanceof Fault)) throw error;
      return reply.status(409).send({ error: { status: 409, message: error.message } });
    });

    await app.register(assetRoutes);
    await app.register(stateRoute(community));
    await app.register(controlRoutes(context.controls));

    app.get('/live', (_request, reply) => {
      reply.hijack();
      live.add(reply.raw);
    });
    app.get('/shop', context.shop);

    app.post('/members', { schema: { body: NewcomerBody } }, async ({ body }, reply) => {
      const displayName = body.name.trim();
      const { userId } = community.join(guildId, {
        username: freeUsername(community, displayName),
        displayName,
      });
      return reply.status(201).send({ id: userId });
    });
    app.post('/members/:user_id/return', { schema: { params: MemberParams } }, async ({ params }, reply) => {
      community.join(guildId, { userId: params.user_id });
      return reply.status(204).send();
    });
    app.post('/members/:user_id/leave', { schema: { params: MemberParams } }, async ({ params }, reply) => {
      if (community.guild(guildId)?.ownerId === params.user_id)
        throw new Fault('SANDBOX_OWNER_STAYS', "A community's owner can't leave it.");
      community.leave(guildId, params.user_id);
      return reply.status(204).send();
    });
  };

/** Usernames are lower case and unique: https://discord.com/developers/docs/resources/user */
function freeUsername(community: Community, name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_. ]/g, '')
    .trim()
    .replace(/[ .]+/g, '.');
  const wanted = plain.length < 2 ? 'member' : plain;
  const taken = new Set([...community.state.users.values()].map(({ username }) => username));
  let username = wanted;
  for (let number = 2; taken.has(username); number += 1) username = `${wanted}${number}`;
  return username;
}
