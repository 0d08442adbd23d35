import { accessForAdmins } from '../access/for-admins.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import { createProbe } from '../commerce-client/probe.ts';
import type { Features, Source } from '../discord/commands/features.ts';
import { createCommunity } from '../discord/community.ts';
import { createPlatform } from '../discord/platform.ts';
import { chartPng } from '../operating/chart/index.ts';
import { examine } from '../operating/doctor/index.ts';
import { memberOverview } from '../operating/member-overview.ts';
import { changeSettings, readSettings } from '../operating/settings.ts';
import { readStats } from '../operating/stats.ts';
import type { Ground } from './ground.ts';
import type { GuildAccess } from './guild-access.ts';
import { intakeUrls } from './intake-urls.ts';

/** What commands can do. Needs no worker in this process: what takes long is enqueued for one. */
export function createFeatures(
  { config, secrets, database: { prisma }, jobs, commerce, clock, log }: Ground,
  { call }: GuildAccess,
  memberCount: (guildId: string) => number | undefined,
): Features {
  const { send, sendAll, failed, backlog } = jobs;
  const community = createCommunity(call);
  const platform = createPlatform(call);
  const serviceUrl = config.commerceUrl ?? config.localUrl;
  const doctor = {
    ...{ prisma, clock, log, platform, community, backlog },
    ...intakeUrls(config),
    probe: createProbe({ baseUrl: serviceUrl, apiKey: secrets.commerceApiKey }),
    webhookSecret: secrets.commerceWebhookSecrets[0],
  };
  return {
    access: accessForAdmins({ prisma, send, sendAll, failed, clock, log, memberCount, community }),
    catalogue: { sources: () => sources(commerce) },
    settings: {
      read: (guildId) => readSettings(prisma, guildId),
      change: (guildId, change, by, signal) =>
        changeSettings({ prisma, platform, clock }, guildId, change, by, signal),
    },
    doctor: { examine: (guildId) => examine(doctor, guildId) },
    stats: { read: (guildId) => readStats({ prisma, clock, failed }, guildId), picture: chartPng },
    members: { overview: (userId, signal) => memberOverview({ prisma, commerce, log }, userId, signal) },
  };
}

/** As many as the catalog holds at most. */
const ALL = 2_000;

async function sources({ catalog }: CommerceClient): Promise<readonly Source[]> {
  const [products, plans] = await Promise.all([catalog.products('', ALL), catalog.plans('', ALL)]);
  return [
    ...products,
    ...plans.map(({ id, name, productName }) => ({
      id,
      name: [productName, name].filter((part) => part !== null).join(' · ') || id,
    })),
  ];
}
