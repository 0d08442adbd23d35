import { accessForAdmins } from '../access/for-admins.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import type { Features, Source } from '../discord/commands/features.ts';
import { createCommunity } from '../discord/community.ts';
import { linkingForCommands } from '../linking/for-commands.ts';
import { createSeal } from '../linking/seal.ts';
import type { Ground } from './ground.ts';
import type { GuildAccess } from './guild-access.ts';

/** What commands can do. Needs no worker in this process: what takes long is enqueued for one. */
export const createFeatures = (
  ground: Ground,
  access: GuildAccess,
  memberCount: (guildId: string) => number | undefined,
): Features => {
  const {
    database: { prisma },
    jobs: { send },
    commerce,
    clock,
  } = ground;
  const { call } = access;
  return {
    access: accessForAdmins({ prisma, send, clock, memberCount, community: createCommunity(call) }),
    catalogue: { sources: () => sources(commerce) },
    linking: createLinkingFeature(ground, access),
  };
};

/** Members can link where the platform's application has an OAuth side, as the sandbox's has. */
function createLinkingFeature(
  { config, secrets, database: { prisma }, jobs: { send }, clock }: Ground,
  { guildIds }: GuildAccess,
) {
  const canLink = config.discord === undefined || config.discordOAuth !== undefined;
  return linkingForCommands(
    {
      ...{ prisma, send, clock, guildIds, allowsSeveral: config.linkSeveral },
      seal: createSeal(secrets.tokenKeys),
    },
    canLink ? config.publicUrl : undefined,
  );
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
