import { commands } from '../../commands/index.ts';
import { memberJoined, memberUpdated, queueCatchUp } from '../access/index.ts';
import { retrySoon } from '../access/problems/retry-problems.ts';
import { type Lease, NOBODY_ELSE, takeLease } from '../database/lease.ts';
import { createDispatch } from '../discord/commands/dispatch.ts';
import { registerCommands } from '../discord/commands/register.ts';
import { createStepStore } from '../discord/commands/step-store.ts';
import { type Gateway, openGateway } from '../discord/gateway.ts';
import { aborted, type GatewayHolder, holdGateway } from '../discord/gateway-holder.ts';
import { Fault } from '../errors.ts';
import { queueMemberNotification } from '../notifications/index.ts';
import type { Container } from './container.ts';
import { createFeatures } from './features.ts';
import type { GuildAccess } from './guild-access.ts';

const LEASE = 'gateway';

/** Opens the bot: the gateway, which observes members and roles, and the command dispatcher. */
export async function openBot(
  container: Container,
  access: GuildAccess,
  offered = commands,
): Promise<GatewayHolder> {
  const { database, clock, log, opened } = container;
  const holder = await holdGateway({
    clock,
    log,
    take: async () => (database.isEmbedded ? NOBODY_ELSE : takeLease(database.prisma, LEASE)),
    open: (lease, stop) => enterChat(container, access, offered, lease, stop),
  });
  opened.defer(() => holder.close());
  return holder;
}

async function enterChat(
  container: Container,
  access: GuildAccess,
  offered: typeof commands,
  lease: Lease,
  stop: AbortSignal,
): Promise<Gateway> {
  const { database, clock, log, metrics, jobs, commerce, ownSyncs } = container;
  const { prisma } = database;
  const { send } = jobs;
  const { call, guildIds } = access;
  const notifyMember = queueMemberNotification(send);
  let gateway: Gateway | undefined;
  const features = createFeatures(container, access, (guildId) => gateway?.memberCount(guildId));
  const dispatch = createDispatch({
    clock,
    log,
    guildIds,
    commands: offered,
    features,
    steps: createStepStore({ prisma, clock }),
  });
  const register = (guilds: readonly string[], options: { force: boolean }) =>
    registerCommands({ call, prisma, log, commands: offered }, guilds, options);
  gateway = await openGateway({
    ...access,
    log,
    stop,
    mayAct: () => lease.isHeld(),
    onMemberJoined: (member) => memberJoined({ send, clock }, member),
    onMemberUpdated: (ref, member) =>
      memberUpdated({ prisma, clock, log, metrics, send, notifyMember, ownSyncs }, ref, member),
    onMended: (guildId) => retrySoon({ send, clock }, guildId),
    onMissed: (guildId) => queueCatchUp(send, guildId),
    onInteraction: dispatch,
    // The commands of a guild are lost when the bot leaves it, so register them when it returns.
    onInvited: async (guildId) => void (await register([guildId], { force: true })),
  });
  const prepare = async () => {
    // Warm the autocomplete caches for the first user. Loading continues in the background and never fails.
    await Promise.all([
      ...[commerce.catalog.plans('', 1), commerce.catalog.products('', 1)],
      ...guildIds.map((guildId) => features.access.roleNames(guildId)),
    ]);
    // The bot works without this: registered commands remain, and the next start tries again.
    await register(guildIds, { force: false }).catch((error) => {
      if (!(error instanceof Fault)) throw error;
      log.error({ err: error }, 'the commands could not be registered; try npm run commands:register');
    });
  };
  try {
    // If the process must stop while the platform doesn't answer, return early: the holder closes the gateway.
    await Promise.race([prepare(), aborted(stop)]);
    return gateway;
  } catch (error) {
    await gateway.close();
    throw error;
  }
}
