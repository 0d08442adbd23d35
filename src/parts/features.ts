import { accessForAdmins } from '../access/for-admins.ts';
import type { CommerceClient } from '../commerce-client/index.ts';
import type { Features, Source } from '../discord/commands/features.ts';
import { createCommunity } from '../discord/community.ts';
import { membershipsForAdmins } from '../operating/commerce/memberships.ts';
import { plansForAdmins } from '../operating/commerce/plans.ts';
import { webhooksForAdmins } from '../operating/commerce/webhooks.ts';
import type { Ground } from './ground.ts';
import type { GuildAccess } from './guild-access.ts';
import { intakeUrlsOf } from './intake-urls.ts';

/** What commands can do. Needs no worker in this process: what takes long is enqueued for one. */
export const createFeatures = (
  { database: { prisma }, jobs: { send }, commerce, clock, config }: Ground,
  { call, guildIds }: GuildAccess,
  memberCount: (guildId: string) => number | undefined,
): Features => ({
  access: accessForAdmins({ prisma, send, clock, memberCount, community: createCommunity(call) }),
  catalogue: {
    sources: () => sources(commerce),
    plans: (typed) => commerce.catalog.plans(typed, SUGGESTED),
    products: (typed) => commerce.catalog.products(typed, SUGGESTED),
  },
  memberships: membershipsForAdmins({ prisma, clock, commerce, send, guildIds }),
  plans: plansForAdmins({ prisma, clock, commerce }),
  promos: commerce.promoCodes,
  webhooks: webhooksForAdmins({ prisma, clock, commerce, intakeUrls: intakeUrlsOf(config) }),
});

/** As many as the catalog holds at most, and as can be suggested to who is typing. */
const ALL = 2_000;
const SUGGESTED = 25;

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
