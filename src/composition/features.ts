import { accessForAdmins } from '../access/admin-access.ts';
import { chartPng } from '../admin/chart/index.ts';
import { membershipsForAdmins } from '../admin/commerce/memberships.ts';
import { plansForAdmins } from '../admin/commerce/plans.ts';
import { webhooksForAdmins } from '../admin/commerce/webhooks.ts';
import { memberOverview } from '../admin/member-overview.ts';
import { requireOperator } from '../admin/operators.ts';
import { changeSettings, readSettings, requireChannel } from '../admin/settings.ts';
import { readStats } from '../admin/stats.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import { createProbe } from '../commerce-client/probe.ts';
import type { Features, Source } from '../discord/commands/context.ts';
import { createStepStore } from '../discord/commands/step-store.ts';
import { createCommunity } from '../discord/community.ts';
import { createMessenger } from '../discord/messenger.ts';
import { createPlatform } from '../discord/platform.ts';
import { examine } from '../doctor/index.ts';
import { linkingForCommands } from '../linking/for-commands.ts';
import { connectSoon } from '../linking/index.ts';
import { createSeal } from '../linking/seal.ts';
import { postLinkPanel } from '../notifications/link-panel.ts';
import type { Container } from './container.ts';
import type { GuildAccess } from './guild-access.ts';
import { intakeUrlsOf } from './intake.ts';
import { createLogChannelMessages } from './log-channel-messages.ts';

/** Creates the features behind the commands. Works without a worker in this process: long work is queued. */
export function createFeatures(
  container: Container,
  access: GuildAccess,
  memberCount: (guildId: string) => number | undefined,
): Features {
  const { config, database, jobs, commerce, clock, log } = container;
  const { prisma } = database;
  const { send, sendAll, failed } = jobs;
  const { call, guildIds } = access;
  const community = createCommunity(call);
  const platform = createPlatform(call);
  const messenger = createMessenger(call, createLogChannelMessages(createStepStore({ prisma, clock })));
  const intakeUrls = intakeUrlsOf(config);
  const accountChanged = connectSoon(send);
  return {
    access: accessForAdmins({ prisma, send, sendAll, failed, clock, log, memberCount, community, guildIds }),
    catalogue: {
      sources: () => sources(commerce),
      has: (id) => commerce.catalog.has(id),
      all: () => everything(commerce),
      plans: (typed) => commerce.catalog.plans(typed, SUGGESTED),
      products: (typed) => commerce.catalog.products(typed, SUGGESTED),
    },
    doctor: createDoctor(container, access),
    linking: createLinkingFeature(container, access),
    members: { overview: (userId, signal) => memberOverview({ prisma, commerce, log }, userId, signal) },
    memberships: membershipsForAdmins({ prisma, clock, log, commerce, send, guildIds, accountChanged }),
    operators: { require: (userId, signal) => requireOperator(platform, userId, signal) },
    plans: plansForAdmins({ prisma, clock, log, commerce, community, guildIds }),
    promos: commerce.promoCodes,
    settings: {
      read: (guildId) => readSettings(prisma, guildId),
      change: (guildId, change, by, signal) =>
        changeSettings({ prisma, platform, clock }, guildId, change, by, signal),
      checkChannel: (guildId, channelId, signal) => requireChannel(platform, guildId, channelId, signal),
      postLinkPanel: (to, signal) => postLinkPanel({ prisma, clock, platform, messenger }, to, signal),
    },
    stats: { read: (guildId) => readStats({ prisma, clock, failed }, guildId), picture: chartPng },
    webhooks: webhooksForAdmins({ prisma, clock, log, commerce, intakeUrls }),
  };
}

function createDoctor(
  { config, secrets, database: { prisma }, jobs: { backlog }, clock, log }: Container,
  { call }: GuildAccess,
): Features['doctor'] {
  const serviceUrl = config.commerceUrl ?? config.localUrl;
  const intakeUrls = intakeUrlsOf(config);
  const doctor = {
    prisma,
    clock,
    log,
    platform: createPlatform(call),
    community: createCommunity(call),
    backlog,
    intakeUrl: intakeUrls[0],
    intakeUrls,
    probe: createProbe({
      baseUrl: serviceUrl,
      apiKey: secrets.commerceApiKey,
      aliases: config.commerceFieldAliases,
    }),
    webhookSecret: secrets.commerceWebhookSecrets[0],
  };
  return { examine: (guildId) => examine(doctor, guildId) };
}

/** Creates the linking feature. It needs the OAuth side of the chat application, which the sandbox always has. */
function createLinkingFeature(
  { config, secrets, database: { prisma }, jobs: { send }, clock }: Container,
  { guildIds, call }: GuildAccess,
): Features['linking'] {
  const canLink = config.discord === undefined || config.discordOAuth !== undefined;
  const seal = createSeal(secrets.tokenKeys);
  const community = createCommunity(call);
  const deps = { prisma, send, clock, community, guildIds, allowsSeveral: config.linkSeveral, seal };
  return linkingForCommands(deps, canLink ? config.publicUrl : undefined);
}

/** `ALL` is the most that the catalog holds; `SUGGESTED` is the platform's limit of autocomplete choices. */
const ALL = 2_000;
const SUGGESTED = 25;

async function everything({ catalog }: CommerceClient) {
  const [plans, products] = await Promise.all([catalog.plans('', ALL), catalog.products('', ALL)]);
  return { plans, products };
}

async function sources(commerce: CommerceClient): Promise<readonly Source[]> {
  const { plans, products } = await everything(commerce);
  return [
    ...products,
    ...plans.map(({ id, name, productName }) => ({
      id,
      name: [productName, name].filter((part) => part !== null).join(' · ') || id,
    })),
  ];
}
