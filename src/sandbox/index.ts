import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Locale } from 'discord-api-types/v10';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { createAttempts } from './attempts.ts';
import { type Calls, createCalls } from './calls.ts';
import { type Community, openCommunity } from './community.ts';
import { createFaults, type Faults } from './faults/switchboard.ts';
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
export { PAID_ROLES, ROLE_LOG, SEED } from './seed.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** How others reach this process, without a trailing slash. */
  readonly baseUrl: string;
  /** The address at which people open the page, where that is another one. */
  readonly publicUrl?: string;
  /** The bot token that is accepted. */
  readonly token: string;
  /** The SQLite file that keeps the community between two starts; undefined: memory only. */
  readonly file: string | undefined;
  /** How often gateway clients are to be heard from, in milliseconds; the platform's 41,250 by default. */
  readonly heartbeatInterval?: number;
  /** How often an open page is let hear that its stream lives, in milliseconds; 10,000 by default. */
  readonly pageHeartbeat?: number;
  /** Counts requests against their limits, where a measurement is not to be about those; the platform's by default. */
  readonly take?: TakeFrom;
  /** The application's OAuth side; without it no address is registered, and nobody is asked anything. */
  readonly oauth?: OAuthApplication;
  /** What is for sale, for the page's shop. */
  readonly shop?: Shop;
  /** What people would have been mailed, for a page of its own; nothing when left out. */
  readonly mailbox?: Mailbox | undefined;
}

/** Nobody can be sent back, so nobody can be asked. */
const NO_OAUTH: OAuthApplication = { clientSecret: randomUUID(), redirectUris: [] };

const HEARTBEAT_INTERVAL = 41_250;

/** A local community that speaks the platform's REST and gateway protocols. */
export interface Sandbox {
  /** Everything below `/sandbox`; it ends the gateway's connections when the app closes. */
  readonly routes: FastifyPluginAsyncTypebox;
  /** The base of the REST interface, without the version, as clients want it. */
  readonly apiUrl: string;
  /** Where users are sent to allow the application something. */
  readonly authorizeUrl: string;
  readonly guildId: string;
  /** The application's id, which is its OAuth client id too. */
  readonly applicationId: string;
  /** The community as its people see it. */
  readonly community: Community;
  /** Acts as a member in a channel: commands, buttons, forms. @param locale the language of their client; English */
  as(userId: string, channelId: string, locale?: Locale): Actor;
  /** What can be made to go wrong on purpose. */
  readonly faults: Faults;
  /** What the REST interface was asked. */
  readonly calls: Calls;
  /** Drops the gateway's connections, as a deployment of the platform does; clients resume. */
  disconnect(code?: number): void;
  /** Asks clients to connect anew and resume. */
  reconnect(): void;
  /** Tells clients that their session is no more. */
  invalidate(): void;
  close(): Promise<void>;
}

/**
 * Opens the community kept in `file`, or founds one.
 * @throws Fault `SANDBOX_UNREADABLE` when the file holds no community, `SANDBOX_NOT_SAVED` when it can't be written
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, log, baseUrl, token, file } = options;
  const store = file ? fileStore(file) : memoryStore;
  const filesUrl = `${options.publicUrl ?? baseUrl}/sandbox/attachments`;
  const community = openCommunity({ clock, store, filesUrl, seed: seedCommunity });
  const take = options.take ?? createRateLimits(clock);
  const { faults, strikes } = createFaults();
  const { calls, recorder } = createCalls();
  const attempts = createAttempts(clock);
  const interactions = createInteractions();
  const oauth = { application: options.oauth ?? NO_OAUTH, grants: createGrants(community) };
  const invalidRequests = createInvalidRequests(clock);
  const gatewayUrl = `${baseUrl.replace(/^http/, 'ws')}/sandbox/gateway`;
  const gateway = openGateway({
    community,
    token,
    take,
    gatewayUrl,
    strikes,
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
    strikes,
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
      await app.register(gatewayRoute(gateway), { prefix: '/sandbox' });
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
