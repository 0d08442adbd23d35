import { commands } from '../../commands/index.ts';
import { memberJoined, memberUpdated, retryProblems } from '../access/index.ts';
import { createDispatch } from '../discord/commands/dispatch.ts';
import { registerCommands } from '../discord/commands/register.ts';
import { createStepStore } from '../discord/commands/step-store.ts';
import { type Gateway, openGateway } from '../discord/gateway.ts';
import { Fault } from '../errors.ts';
import { createFeatures } from './features.ts';
import type { Ground } from './ground.ts';
import type { GuildAccess } from './guild-access.ts';

/** The bot in the chat: what it sees of members and roles, and the commands that it answers. */
export async function openBot(ground: Ground, access: GuildAccess, offered = commands): Promise<Gateway> {
  const { database, clock, log, jobs, opened } = ground;
  const { prisma } = database;
  const { send } = jobs;
  const { call, guildIds } = access;
  let gateway: Gateway | undefined;
  const dispatch = createDispatch({
    ...{ clock, log, guildIds, commands: offered },
    steps: createStepStore({ prisma, clock }),
    features: createFeatures(ground, access, (guildId) => gateway?.memberCount(guildId)),
  });
  const register = (guilds: readonly string[], options: { force: boolean }) =>
    registerCommands({ call, prisma, log, commands: offered }, guilds, options);
  gateway = await openGateway({
    ...access,
    log,
    onMemberJoined: (member) => memberJoined({ send, clock }, member),
    onMemberUpdated: (ref, member) => memberUpdated({ prisma, clock, log, send }, ref, member),
    onMended: (guilds) => retryProblems({ prisma, send, clock }, guilds),
    onInteraction: dispatch,
    // A server that the bot comes back to has lost what was registered there.
    onInvited: async (guildId) => void (await register([guildId], { force: true })),
  });
  opened.defer(() => gateway?.close());
  // The bot can do without: what is registered stays, and the next start tries again.
  await register(guildIds, { force: false }).catch((error) => {
    if (!(error instanceof Fault)) throw error;
    log.error({ err: error }, 'the commands could not be registered; try npm run commands:register');
  });
  return gateway;
}
