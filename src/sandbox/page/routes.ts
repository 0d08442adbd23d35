import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError } from 'fastify';
import Type from 'typebox';
import { Fault } from '../../errors.ts';
import { sameOriginOnly } from '../../pages/same-origin.ts';
import type { Attempts } from '../attempts.ts';
import type { LocalCommunity } from '../community.ts';
import type { Actor } from '../interactions/actor.ts';
import type { Mailbox } from '../mailbox.ts';
import { assetRoutes } from './assets.ts';
import { type Controls, controlRoutes } from './control-routes.ts';
import { createFaultPresets } from './fault-presets.ts';
import { ownHostOnly } from './host-guard.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { openLivePages } from './live.ts';
import { mailRoutes } from './mail-routes.ts';
import { ownerRoutes } from './owner-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { shopRoutes } from './shop-routes.ts';
import { stateRoute } from './state-route.ts';
import type { Shop } from './storefront.ts';
import { toView } from './view/index.ts';

export interface PageContext {
  readonly controls: Controls;
  /** URLs at which the page is opened, besides loopback addresses. */
  readonly baseUrls: readonly string[];
  readonly community: LocalCommunity;
  readonly guildId: string;
  readonly shop: Shop;
  readonly mailbox: Mailbox;
  readonly attempts: Attempts;
  as(userId: string, channelId: string): Actor;
  /** Interval of keep-alives on an open page's event stream, in milliseconds. */
  readonly pageHeartbeat: number | undefined;
  isBotOnline(): boolean;
  /** Calls back when {@link isBotOnline} changes. @returns a function that stops the callbacks */
  watchBot(watcher: () => void): () => void;
}

const ViewpointQuery = Type.Object({ as: Type.Optional(Type.String()), in: Type.Optional(Type.String()) });

const TOO_MANY_PAGES =
  'Too many pages of this sandbox are open. Close some of them, and this one connects by itself.';

/** Serves the page that shows the community, and its actions. */
export const pageRoutes =
  (context: PageContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community, guildId, controls } = context;
    const live = openLivePages(context.pageHeartbeat);
    const faultPresets = createFaultPresets(controls.faults);
    const stop = [community.watch(() => live.changed()), context.watchBot(() => live.changed())];
    app.addHook('preClose', async () => {
      for (const end of stop) end();
      live.close();
    });
    app.addHook('onRequest', ownHostOnly(context.baseUrls));
    app.addHook('onRequest', sameOriginOnly(context.baseUrls));
    // Switches such as faults don't change the community, so its watchers don't see them.
    app.addHook('onResponse', async ({ method }) => {
      if (method !== 'GET') live.changed();
    });
    app.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (!(error instanceof Fault)) throw error;
      const status = error.code === 'SANDBOX_FULL' ? 503 : 409;
      return reply.status(status).send({ error: { status, message: error.message } });
    });

    await app.register(assetRoutes);
    await app.register(stateRoute(community));
    await app.register(controlRoutes(controls));
    await app.register(peopleRoutes(community, guildId));
    await app.register(ownerRoutes(community, guildId, faultPresets));
    await app.register(interactionRoutes(context));
    await app.register(shopRoutes(context));
    await app.register(mailRoutes(context.mailbox));

    app.get('/live', { schema: { querystring: ViewpointQuery } }, (request, reply) => {
      if (!live.hasRoomFor(request.ip)) throw new Fault('SANDBOX_FULL', TOO_MANY_PAGES);
      reply.hijack();
      live.add(reply.raw, request.ip, () => {
        const guild = community.guild(guildId);
        const around = { botOnline: context.isBotOnline(), faultPresets: faultPresets.list() };
        return guild && toView(community, guild, request.query, around);
      });
    });
  };
