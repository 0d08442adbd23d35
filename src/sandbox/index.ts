import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { type Community, openCommunity } from './community.ts';
import { createFaults, type Faults } from './faults.ts';
import { openGateway } from './gateway/gateway.ts';
import { gatewayRoute } from './gateway/routes.ts';
import { pageRoutes, type ShopProduct } from './page/routes.ts';
import { createRateLimits } from './rate-limits.ts';
import { restRoutes } from './rest/routes.ts';
import { SEED, seedCommunity } from './seed.ts';
import { fileStore, memoryStore } from './store.ts';

export type { ShopProduct } from './page/routes.ts';
export { PAID_ROLES } from './seed.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** How others reach this process, without a trailing slash. */
  readonly baseUrl: string;
  /** The bot token that is accepted. */
  readonly token: string;
  /** The JSON file that keeps the community between two starts; undefined: memory only. */
  readonly file: string | undefined;
  /** What is for sale, for the page's shop. */
  readonly shop?: () => Promise<readonly ShopProduct[]>;
}

/** A local community that speaks the platform's REST and gateway protocols. */
export interface Sandbox {
  /** Everything below `/sandbox`; it ends the gateway's connections when the app closes. */
  readonly routes: FastifyPluginAsyncTypebox;
  /** The base of the REST interface, without the version, as clients want it. */
  readonly apiUrl: string;
  readonly guildId: string;
  /** The community as its people see it. */
  readonly community: Community;
  /** What can be made to go wrong on purpose. */
  readonly faults: Faults;
  /** Drops the gateway's connections, as a deployment of the platform does; clients resume. */
  disconnect(code?: number): void;
  close(): Promise<void>;
}

/**
 * Opens the community kept in `file`, or founds one.
 * @throws Fault `SANDBOX_UNREADABLE` when the file holds no community, `SANDBOX_NOT_SAVED` when it can't be written
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, log, baseUrl, token, file } = options;
  const community = openCommunity({
    clock,
    store: file ? fileStore(file) : memoryStore,
    seed: seedCommunity,
  });
  const take = createRateLimits(clock);
  const { faults, strike } = createFaults();
  const gatewayUrl = `${baseUrl.replace(/^http/, 'ws')}/sandbox/gateway`;
  const gateway = openGateway({ community, token, take, gatewayUrl });
  const guildId = community.state.guilds[0]?.id ?? SEED.guildId;
  log.debug({ guildId, file }, 'sandbox: the community is open');
  const rest = { clock, community, token, gatewayUrl, take, strike };
  const page = {
    community,
    guildId,
    shop: options.shop ?? (async () => []),
    isBotOnline: () => gateway.isOnline(),
    watchBot: gateway.watch,
  };

  return {
    routes: async (app) => {
      await app.register(restRoutes(rest), { prefix: '/sandbox/api' });
      await app.register(gatewayRoute(gateway), { prefix: '/sandbox' });
      await app.register(pageRoutes(page), { prefix: '/sandbox' });
    },
    apiUrl: `${baseUrl}/sandbox/api`,
    guildId,
    community,
    faults,
    disconnect: (code) => gateway.disconnect(code),
    async close() {
      faults.clear();
      gateway.close();
    },
  };
}
