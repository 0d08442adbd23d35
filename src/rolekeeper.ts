import { join } from 'node:path';
import { accessQueues, lookAgain, memberJoined, memberUpdated, retryProblems } from './access/index.ts';
import { DEFAULT_POLICY, saveMapping } from './access/mappings.ts';
import { workAccess } from './access/work.ts';
import type { Clock } from './clock.ts';
import { type CommerceClient, createCommerceClient } from './commerce-client/index.ts';
import { type CommerceService, commerceQueues, createCommerceService } from './commerce-service/index.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/index.ts';
import { createCaller } from './discord/caller.ts';
import { createCommunity } from './discord/community.ts';
import { type Gateway, openGateway } from './discord/gateway.ts';
import { createMessenger } from './discord/messenger.ts';
import { createRest, type DiscordAccess } from './discord/rest.ts';
import { errorCode, Fault } from './errors.ts';
import { type App, buildApp } from './http/app.ts';
import { health } from './http/health.ts';
import { createInbox } from './intake/inbox.ts';
import { listener } from './intake/listener.ts';
import { pruneInbox, pruneQueue } from './intake/prune.ts';
import { createVerify } from './intake/verify.ts';
import { type Jobs, startJobs } from './jobs/index.ts';
import type { Logger } from './log.ts';
import type { Send } from './queue.ts';
import { createSandbox, PAID_ROLES, ROLE_LOG, type Sandbox } from './sandbox/index.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { listShop } from './shop.ts';
import { tellingQueues, tellMemberSoon, workTelling } from './telling/index.ts';

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

/** Connections that may wait to be taken: a burst of deliveries, each on its own, is more than the usual 511. */
const BACKLOG = 4_096;

/** The way to the chat platform, and the guilds that we work in. */
type GuildAccess = DiscordAccess & { readonly guildIds: readonly string[] };

/** What the parts share once the ground is open. */
interface Ground extends Options {
  readonly secrets: Secrets;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly send: Send;
  /** One for all parts, so that they share the pace that the service allows. */
  readonly commerce: CommerceClient;
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
  const jobs = await startJobs({
    database,
    queues: [...accessQueues, ...tellingQueues, pruneQueue, ...commerceQueues],
    log,
  });
  opened.defer(() => jobs.stop());
  const ground: Ground = {
    ...options,
    secrets,
    database,
    jobs,
    send: jobs.send,
    commerce: createCommerceClient({
      baseUrl: config.commerceUrl ?? config.localUrl,
      apiKey: secrets.commerceApiKey,
      clock: options.clock,
      aliases: config.commerceFieldAliases,
    }),
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
  if (commerce) opened.defer(await commerce.work(jobs));
  if (config.parts.has('intake')) await openInboxPruning(ground);
  const access = discordAccess(ground, sandbox);
  let gateway: Gateway | undefined;
  if (config.parts.has('worker') && access) await openWorker(ground, access, () => gateway);
  if (config.parts.has('bot') && access) gateway = await openBot(ground, access);

  const running = opened.move();
  return { config, secrets, botName: gateway?.name, sandbox, close: () => running.disposeAsync() };
}

async function openSandbox(ground: Ground): Promise<Sandbox> {
  const { app, config, secrets, clock, log, commerce, opened } = ground;
  const sandbox = await createSandbox({
    clock,
    log,
    baseUrl: config.localUrl,
    publicUrl: config.publicUrl,
    token: secrets.sandboxToken,
    file: join(config.dataDir, 'sandbox.db'),
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
    isAlone: database.isEmbedded,
    publicUrl: config.publicUrl,
    rateLimit: config.commerceRateLimit,
    signatureHeader: config.commerceSignatureHeader,
    privateHosts: config.commercePrivateHosts,
    ...(config.mail && { mail: config.mail }),
    // Where real people's roles are at stake, nobody becomes somebody else by typing an address.
    showSignInLinks: sandbox !== undefined && !config.discord,
  });
  // With a database of its own this process is alone and reaches itself; several find each other in public.
  const intakeUrl = `${config.databaseUrl ? config.publicUrl : config.localUrl}/webhooks/commerce`;
  await service.prepare({
    apiKey: secrets.commerceApiKey,
    webhook: { url: intakeUrl, secret: secrets.commerceWebhookSecrets[0] },
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

async function openIntake({ app, config, secrets, clock, log, database, jobs }: Ground): Promise<void> {
  await app.register(listener, {
    store: createInbox({ prisma: database.prisma, lookAgain: lookAgain(jobs.sendAll, clock) }),
    verify: createVerify({
      secrets: secrets.commerceWebhookSecrets,
      signatureHeader: config.commerceSignatureHeader,
      clock,
    }),
    aliases: config.commerceFieldAliases,
    clock,
    log,
  });
}

/** Every hour, what is a month old goes. */
async function openInboxPruning({ clock, database, jobs }: Ground): Promise<void> {
  await jobs.work(pruneQueue, (_, { signal }) => pruneInbox({ prisma: database.prisma, clock }, signal));
  await jobs.schedule(pruneQueue, '17 * * * *', {});
}

/**
 * So that there is something to try: any plan of the product gives the first role, its last plan the second
 * too, and the community's log channel tells of it.
 */
async function seed({ database }: Ground, commerce: CommerceService, sandbox: Sandbox): Promise<void> {
  const seeded = await commerce.seed();
  if (!seeded) return;
  const map = (sourceId: string, { id: roleId }: { id: string }) =>
    saveMapping(database.prisma, {
      ...{ guildId: sandbox.guildId, roleId, sourceId, condition: 'valid' },
      ...DEFAULT_POLICY,
    });
  await map(seeded.productId, PAID_ROLES.supporter);
  const dearest = seeded.plans.at(-1);
  if (dearest) await map(dearest.id, PAID_ROLES.insider);
  await database.prisma.guildSettings.createMany({
    data: { guildId: sandbox.guildId, logChannelId: ROLE_LOG },
    skipDuplicates: true,
  });
}

async function openWorker(ground: Ground, access: GuildAccess, gateway: () => Gateway | undefined) {
  const { clock, config, log, database, commerce, send, jobs } = ground;
  const call = createCaller(createRest(access), access.token, clock);
  const deps = {
    prisma: database.prisma,
    commerce,
    aliases: config.commerceFieldAliases,
    community: createCommunity(call),
    messenger: createMessenger(call),
    memberCount: (guildId: string) => gateway()?.memberCount(guildId),
    clock,
    log,
    send,
    sendAll: jobs.sendAll,
    tellMember: tellMemberSoon(send),
    guildIds: access.guildIds,
    isAlone: database.isEmbedded,
  };
  await workAccess(deps, jobs.work, jobs.schedule);
  await workTelling(deps, jobs.work, jobs.schedule);
}

async function openBot(ground: Ground, access: GuildAccess): Promise<Gateway> {
  const { database, clock, log, send, opened } = ground;
  const { prisma } = database;
  const gateway = await openGateway({
    ...access,
    log,
    onMemberJoined: (member) => memberJoined({ send, clock }, member),
    onMemberUpdated: (ref, member) => memberUpdated({ prisma, clock, log, send }, ref, member),
    onMended: (guildIds) => retryProblems({ prisma, send, clock }, guildIds),
  });
  opened.defer(() => gateway.close());
  return gateway;
}

function discordAccess({ config, secrets }: Ground, sandbox: Sandbox | undefined) {
  if (config.discord) return config.discord;
  return sandbox && { token: secrets.sandboxToken, guildIds: [sandbox.guildId], apiUrl: sandbox.apiUrl };
}

async function listen({ app, config, opened }: Ground): Promise<void> {
  opened.defer(() => app.close());
  try {
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
  } catch (cause) {
    const why =
      errorCode(cause) === 'EADDRINUSE'
        ? 'Another program uses it. Stop that, or set PORT to another number.'
        : `${errorCode(cause) ?? 'unknown reason'}. Set HOST and PORT to an address of this machine.`;
    throw new Fault('CANT_LISTEN', `Port ${config.port} on ${config.host} can't be used: ${why}`, { cause });
  }
}
