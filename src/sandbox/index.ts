import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Locale } from 'discord-api-types/v10';
import type { Clock } from '../clock.ts';
import { WEBSOCKET_PATH } from '../network/websocket-path.ts';
import type { Logger } from '../observability/log.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { createAttempts } from './attempts.ts';
import { type Calls, createCalls } from './calls.ts';
import { type LocalCommunity, openCommunity } from './community.ts';
import { createFaults, type Faults } from './faults/fault-injection.ts';
import { openGateway } from './gateway/gateway.ts';
import { gatewayRoute } from './gateway/routes.ts';
import { type Actor, actAs } from './interactions/actor.ts';
import { createInteractions } from './interactions/interaction.ts';
import { createInvalidRequests } from './invalid-requests.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import type { OAuthApplication } from './oauth/authorize.ts';
import { createGrants } from './oauth/grants.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { pageRoutes } from './page/routes.ts';
import { NO_SHOP, type Shop } from './page/storefront.ts';
import { createRateLimits, type TakeFrom } from './rate-limits.ts';
import { restRoutes } from './rest/routes.ts';
import { SEED, seedCommunity } from './seed.ts';
import { fileStore, memoryStore } from './store.ts';

export { createMailbox, type Mailbox } from './mailbox.ts';
export type { Counter, Shop, ShopMembership, ShopProduct } from './page/storefront.ts';
export { createRateLimits } from './rate-limits.ts';
export { PAID_ROLES, ROLE_LOG, SEED } from './seed.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** URL of this process for the bot, without a trailing slash. */
  readonly baseUrl: string;
  /** URL at which users open the page, if different. */
  readonly publicUrl?: string;
  /** The bot token that the REST API and the gateway accept. */
  readonly token: string;
  /** SQLite file for the community; undefined keeps it in memory only. */
  readonly file: string | undefined;
  /** Heartbeat interval of gateway clients, in milliseconds; the platform's 41,250 by default. */
  readonly heartbeatInterval?: number;
  /** Interval of keep-alives on an open page's event stream, in milliseconds; 10,000 by default. */
  readonly pageHeartbeat?: number;
  /** Rate limiter. Replaceable for measurements that shouldn't be limited; the platform's limits by default. */
  readonly take?: TakeFrom;
  /** The application's OAuth settings. Without them, no redirect URI is registered and no user is asked for consent. */
  readonly oauth?: OAuthApplication;
  readonly shop?: Shop;
  /** Mails that would have been sent, shown on a page. If left out, an empty mailbox is used. */
  readonly mailbox?: Mailbox | undefined;
}

/** Without redirect URIs, every authorization request is refused. */
const NO_OAUTH: OAuthApplication = { clientSecret: randomUUID(), redirectUris: [] };

const HEARTBEAT_INTERVAL = 41_250;

/** A local community that speaks the platform's REST and gateway protocols. */
export interface Sandbox {
  /** All routes below `/sandbox`. Closing the app ends the gateway's connections. */
  readonly routes: FastifyPluginAsyncTypebox;
  /** Base URL of the REST API without the version, as clients expect it. */
  readonly apiUrl: string;
  readonly authorizeUrl: string;
  readonly guildId: string;
  /** The application's id, also its OAuth client id. */
  readonly applicationId: string;
  readonly community: LocalCommunity;
  /** Acts as a member in a channel. @param locale the language of the member's client; English by default */
  as(userId: string, channelId: string, locale?: Locale): Actor;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Closes all gateway connections, as a deployment of the platform does; clients resume. */
  disconnect(code?: number): void;
  /** Asks clients to reconnect and resume. */
  reconnect(): void;
  /** Invalidates all sessions. */
  invalidate(): void;
  close(): Promise<void>;
}

/**
 * Opens the community stored in `file`, or creates one.
 * @throws Fault `SANDBOX_UNREADABLE` if the file holds no community, `SANDBOX_NOT_SAVED` if it can't be written
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, log, baseUrl, token, file } = options;
  const store = file ? fileStore(file) : memoryStore;
  const filesUrl = `${options.publicUrl ?? baseUrl}/sandbox/attachments`;
  const community = openCommunity({ clock, store, filesUrl, seed: seedCommunity });
  const take = options.take ?? createRateLimits(clock);
  const { faults, injector } = createFaults();
  const { calls, recorder } = createCalls();
  const attempts = createAttempts(clock);
  const interactions = createInteractions();
  const oauth = { application: options.oauth ?? NO_OAUTH, grants: createGrants(community) };
  const invalidRequests = createInvalidRequests(clock);
  const gatewayUrl = `${baseUrl.replace(/^http/, 'ws')}${WEBSOCKET_PATH}`;
  const gateway = openGateway({
    community,
    token,
    take,
    gatewayUrl,
    injector,
    heartbeatInterval: options.heartbeatInterval ?? HEARTBEAT_INTERVAL,
  });
  const disconnect = (code?: number) => gateway.disconnect(code);
  const as: Sandbox['as'] = (userId, channelId, locale) =>
    actAs({ community, interactions, tell: gateway.tell }, userId, channelId, locale);
  const guildId = community.state.guilds.keys().next().value ?? SEED.guildId;
  log.debug({ guildId, file }, 'sandbox: the community is open');
  const rest = {
    clock,
    community,
    token,
    gatewayUrl,
    take,
    injector,
    recorder,
    attempts,
    invalidRequests,
    interactions,
    oauth,
  };
  const baseUrls = [baseUrl, ...(options.publicUrl ? [options.publicUrl] : [])];
  const page = {
    controls: { faults, calls, disconnect },
    baseUrls,
    community,
    guildId,
    attempts,
    shop: options.shop ?? NO_SHOP,
    mailbox: options.mailbox ?? createMailbox(clock),
    pageHeartbeat: options.pageHeartbeat,
    as,
    isBotOnline: () => gateway.isOnline(),
    watchBot: gateway.watch,
  };

  return {
    routes: async (app) => {
      await app.register(restRoutes(rest), { prefix: '/sandbox/api' });
      await app.register(gatewayRoute(gateway, baseUrls), { prefix: '/sandbox' });
      await app.register(attachmentRoutes(community), { prefix: '/sandbox' });
      await app.register(pageRoutes(page), { prefix: '/sandbox' });
      await app.register(oauthRoutes({ community, baseUrls, ...oauth }), { prefix: '/sandbox' });
    },
    apiUrl: `${baseUrl}/sandbox/api`,
    authorizeUrl: `${options.publicUrl ?? baseUrl}/sandbox/oauth2/authorize`,
    guildId,
    applicationId: community.state.application.id,
    community,
    faults,
    calls,
    as,
    disconnect,
    reconnect: () => gateway.reconnect(),
    invalidate: () => gateway.invalidate(),
    async close() {
      faults.clear();
      gateway.close();
      store.close();
    },
  };
}
