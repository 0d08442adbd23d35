import { join } from 'node:path';
import { accessQueues, lookAgain, retryProblems, syncSoon, workAccess } from './access/index.ts';
import { saveMapping } from './access/mappings.ts';
import type { Clock } from './clock.ts';
import { createCommerceClient } from './commerce-client/index.ts';
import { type CommerceService, commerceQueues, createCommerceService } from './commerce-service/index.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/index.ts';
import { createCommunity } from './discord/community.ts';
import { openGateway } from './discord/gateway.ts';
import { createRest, type DiscordAccess } from './discord/rest.ts';
import { errorCode, Fault } from './errors.ts';
import { type App, buildApp } from './http/app.ts';
import { health } from './http/health.ts';
import { listener } from './intake/listener.ts';
import { createVerify } from './intake/verify.ts';
import { startJobs } from './jobs/index.ts';
import type { Logger } from './log.ts';
import type { Send, Work } from './queue.ts';
import { createSandbox, PAID_ROLES, type Sandbox } from './sandbox/index.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { listShop } from './shop.ts';

export interface Options {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A running process: some or all of the parts on one port. */
export interface Rolekeeper {
  readonly config: Config;
  readonly secrets: Secrets;
  /** The bot's name in the chat, where this process runs the bot. */
  readonly botName: string | undefined;
  readonly sandbox: Sandbox | undefined;
  /** Closes everything in the reverse order of opening, and loses nothing. */
  close(): Promise<void>;
}

/** The way to the chat platform, and the guilds that we work in. */
type GuildAccess = DiscordAccess & { readonly guildIds: readonly string[] };

/** What the parts share once the ground is open. */
interface Ground extends Options {
  readonly secrets: Secrets;
  readonly database: Database;
  readonly send: Send;
  readonly work: Work;
  readonly app: App;
  readonly opened: AsyncDisposableStack;
}

/**
 * The composition root: opens the database, the queue and the parts that this process runs, and listens.
 * @throws Fault with what an operator can mend in its message; what was open by then is closed again
 */
export async function startRolekeeper(options: Options): Promise<Rolekeeper> {
  await using opened = new AsyncDisposableStack();
  const { config, log } = options;
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir });
  opened.defer(() => database.close());
  const secrets = loadSecrets(config);
  const jobs = await startJobs({ database, queues: [...accessQueues, ...commerceQueues], log });
  opened.defer(() => jobs.stop());
  const ground: Ground = {
    ...options,
    secrets,
    database,
    send: jobs.send,
    work: jobs.work,
    app: buildApp({ log }),
    opened,
  };

  await ground.app.register(health);
  const sandbox = config.parts.has('sandbox') ? await openSandbox(ground) : undefined;
  const commerce = config.parts.has('commerce') ? await openCommerce(ground, sandbox) : undefined;
  if (config.parts.has('intake')) await openIntake(ground);
  if (sandbox && commerce && !config.discord) await seed(ground, commerce, sandbox);
  await listen(ground);

  // Jobs reach this very process over HTTP: they start after it listens and stop before it doesn't.
  opened.defer(() => jobs.stop());
  if (commerce) await commerce.work(jobs.work, jobs.schedule);
  const access = discordAccess(ground, sandbox);
  if (config.parts.has('worker') && access) await openWorker(ground, access);
  const botName = config.parts.has('bot') && access ? await openBot(ground, access) : undefined;

  const running = opened.move();
  return { config, secrets, botName, sandbox, close: () => running.disposeAsync() };
}

async function openSandbox(ground: Ground): Promise<Sandbox> {
  const { app, config, secrets, clock, log, opened } = ground;
  const commerce = commerceClient(ground);
  const sandbox = await createSandbox({
    clock,
    log,
    baseUrl: config.localUrl,
    token: secrets.sandboxToken,
    file: join(config.dataDir, 'sandbox.json'),
    shop: () => listShop(commerce),
  });
  opened.defer(() => sandbox.close());
  await app.register(sandbox.routes);
  app.get('/', (_request, reply) => reply.redirect('/sandbox'));
  return sandbox;
}

async function openCommerce(ground: Ground, sandbox: Sandbox | undefined): Promise<CommerceService> {
  const { app, config, secrets, clock, log, database, send } = ground;
  const service = createCommerceService({
    prisma: database.prisma,
    send,
    clock,
    log,
    publicUrl: config.publicUrl,
    rateLimit: config.commerceRateLimit,
    // Where real people's roles are at stake, nobody becomes somebody else by typing an address.
    showSignInLinks: sandbox !== undefined && !config.discord,
  });
  // With a database of its own this process is alone and reaches itself; several find each other in public.
  const intakeUrl = `${config.databaseUrl ? config.publicUrl : config.localUrl}/webhooks/commerce`;
  await service.prepare({
    apiKey: secrets.commerceApiKey,
    webhook: { url: intakeUrl, secret: secrets.commerceWebhookSecret },
    application: {
      clientId: secrets.commerceClientId,
      clientSecret: secrets.commerceClientSecret,
      name: 'Rolekeeper',
      redirectUris: [`${config.publicUrl}/link/commerce/callback`],
    },
  });
  await app.register(service.routes);
  return service;
}

async function openIntake({ app, secrets, clock, log, database, send }: Ground): Promise<void> {
  await app.register(listener, {
    prisma: database.prisma,
    lookAgain: lookAgain(send),
    verify: createVerify(secrets.commerceWebhookSecret),
    clock,
    log,
  });
}

/** So that there is something to try: any plan of the product gives the first role, its last plan the second too. */
async function seed({ database }: Ground, commerce: CommerceService, sandbox: Sandbox): Promise<void> {
  const seeded = await commerce.seed();
  if (!seeded) return;
  const map = (sourceId: string, { id: roleId }: { id: string }) =>
    saveMapping(database.prisma, { guildId: sandbox.guildId, roleId, sourceId });
  await map(seeded.productId, PAID_ROLES.supporter);
  const dearest = seeded.plans.at(-1);
  if (dearest) await map(dearest.id, PAID_ROLES.insider);
}

async function openWorker(ground: Ground, access: GuildAccess): Promise<void> {
  const { clock, log, database, send, work } = ground;
  const community = createCommunity(createRest(access), access.token);
  await workAccess(
    {
      prisma: database.prisma,
      commerce: commerceClient(ground),
      community,
      clock,
      log,
      send,
      guildIds: access.guildIds,
    },
    work,
  );
}

const commerceClient = ({ config, secrets }: Ground) =>
  createCommerceClient({ baseUrl: config.commerceUrl ?? config.localUrl, apiKey: secrets.commerceApiKey });

async function openBot({ database, log, send, opened }: Ground, access: GuildAccess) {
  const gateway = await openGateway({
    ...access,
    log,
    onMemberJoined: syncSoon(send),
    onMended: (guildIds) => retryProblems({ prisma: database.prisma, send }, guildIds),
  });
  opened.defer(() => gateway.close());
  return gateway.name;
}

function discordAccess({ config, secrets }: Ground, sandbox: Sandbox | undefined) {
  if (config.discord) return config.discord;
  return sandbox && { token: secrets.sandboxToken, guildIds: [sandbox.guildId], apiUrl: sandbox.apiUrl };
}

async function listen({ app, config, opened }: Ground): Promise<void> {
  opened.defer(() => app.close());
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (cause) {
    const why =
      errorCode(cause) === 'EADDRINUSE'
        ? 'Another program uses it. Stop that, or set PORT to another number.'
        : `${errorCode(cause) ?? 'unknown reason'}. Set HOST and PORT to an address of this machine.`;
    throw new Fault('CANT_LISTEN', `Port ${config.port} on ${config.host} can't be used: ${why}`, { cause });
  }
}
