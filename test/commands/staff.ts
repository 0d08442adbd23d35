import { PermissionFlagsBits } from 'discord.js';
import { GENERAL, startWorld } from './world.ts';

/** A member whose role may manage the server, but not roles. */
const SHOPKEEPER = 'leif.h';

export type Staff = Awaited<ReturnType<typeof startStaff>>;

/** Starts a world with the role Guard, below the bot's, and the role Shopkeeper, whose permissions the tests choose. */
export async function startStaff() {
  const world = await startWorld({ commerce: true });
  const { prisma, guildId } = world;
  const { community } = world.sandbox;
  // Moves the bot's role above all roles of these tests.
  const bot = [...(community.guild(guildId)?.roles.values() ?? [])].find(
    ({ managedFor }) => managedFor !== undefined && 'botId' in managedFor,
  );
  community.changeRole(guildId, bot?.id ?? '', { position: 90 });
  const guard = community.createRole(guildId, { name: 'Guard', position: 1 });
  const shopkeepers = community.createRole(guildId, { name: 'Shopkeeper', position: 60 });
  community.giveRole(guildId, world.member(SHOPKEEPER), shopkeepers.id);
  const allow = ({ id }: { readonly id: string }, ...permissions: bigint[]) =>
    community.changeRole(guildId, id, {
      permissions: String(permissions.reduce((all, each) => all | each, 0n)),
    });
  return {
    world,
    guard,
    shopkeepers,
    /** Gives a role these permissions and no others. */
    allow,
    shopkeeper: (channelId = GENERAL) => world.as(SHOPKEEPER, channelId),
    mappings: () => prisma.roleMapping.findMany({ where: { guildId } }),
    plan: () => world.seeded.plans[0]?.id ?? '',
    /** Undoes what a test has changed: permissions, mappings, and what members have bought, linked and got. */
    async reset() {
      allow(shopkeepers, PermissionFlagsBits.ManageGuild);
      allow(guard);
      await prisma.roleMapping.deleteMany();
      await prisma.mirroredMembership.deleteMany();
      await prisma.accountLink.deleteMany();
      await prisma.roleGrant.deleteMany();
    },
  };
}
