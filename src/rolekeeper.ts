import { setTimeout as wait } from 'node:timers/promises';
import { openAuditAnchors } from './composition/audit.ts';
import { openBot } from './composition/bot.ts';
import { openCommerce } from './composition/commerce.ts';
import { type Options, openContainer } from './composition/container.ts';
import { guildAccess } from './composition/guild-access.ts';
import { openInboxPruning, openIntake } from './composition/intake.ts';
import { createLinking, endLinkWork, openLinkPages, openLinkWork } from './composition/linking.ts';
import { listen } from './composition/listen.ts';
import { openMetrics } from './composition/metrics.ts';
import { checksOf } from './composition/readiness.ts';
import { openSandbox } from './composition/sandbox.ts';
import { seed } from './composition/seed.ts';
import { openWorker } from './composition/worker.ts';
import type { Config } from './config/config.ts';
import type { Secrets } from './config/secrets.ts';
import type { GatewayHolder } from './discord/gateway-holder.ts';
import { health, type Phase, readiness, runChecks } from './http/health.ts';
import type { Sandbox } from './sandbox/index.ts';

/** A running process, with some or all parts on one port. */
export interface Rolekeeper {
  readonly config: Config;
  readonly secrets: Secrets;
  /** The bot's name in the chat, if this process holds the gateway. */
  readonly botName: string | undefined;
  readonly sandbox: Sandbox | undefined;
  /** Whether this process serves account linking. */
  readonly canLink: boolean;
  /** Closes everything in reverse order of opening, without losing work. */
  close(): Promise<void>;
}

/**
 * Opens the database, the queue and the configured parts, and listens. This is the composition root.
 * @throws Fault whose message says what an operator can fix; everything opened by then is closed
 */
export async function startRolekeeper(options: Options): Promise<Rolekeeper> {
  await using opened = new AsyncDisposableStack();
  const { config } = options;
  const container = await openContainer(options, opened);
  let phase: Phase = 'starting';
  let holder: GatewayHolder | undefined;
  await container.app.register(health);
  const look = runChecks(checksOf(container, () => holder));
  await container.app.register(readiness, { phase: () => phase, look });
  const commerce = config.parts.has('commerce') ? await openCommerce(container) : undefined;
  const sandbox = config.parts.has('sandbox') ? await openSandbox(container, commerce) : undefined;
  if (config.parts.has('intake')) await openIntake(container);
  const access = guildAccess(container, sandbox);
  await openMetrics(container, { commerce, guildIds: access?.guildIds ?? [], look });
  const linking = access && createLinking(container, access, sandbox);
  if (config.parts.has('intake') && linking) await openLinkPages(container, linking);
  if (sandbox && commerce && !config.discord) await seed(container, commerce, sandbox);
  await listen(container);

  // Jobs call this process over HTTP, so they start after it listens and stop before it closes.
  opened.defer(() => container.jobs.stop());
  if (commerce) opened.defer(await commerce.work(container.jobs));
  if (config.parts.has('commerce') || config.parts.has('worker')) await openAuditAnchors(container);
  if (config.parts.has('intake')) await openInboxPruning(container);
  if (config.parts.has('worker') && access) await openWorker(container, access, () => holder?.gateway);
  if (config.parts.has('worker')) await (linking ? openLinkWork(container, linking) : endLinkWork(container));
  if (config.parts.has('bot') && access) holder = await openBot(container, access);

  const running = opened.move();
  phase = 'running';
  return {
    config,
    secrets: container.secrets,
    botName: holder?.gateway?.name,
    sandbox,
    canLink: linking !== undefined && config.parts.has('intake'),
    async close() {
      // Load balancers see the not-ready state first, and get time to react.
      phase = 'stopping';
      if (config.drainTime > 0) await wait(config.drainTime);
      await running.disposeAsync();
    },
  };
}
