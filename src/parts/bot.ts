import { memberJoined, memberUpdated, retryProblems } from '../access/index.ts';
import { type Gateway, openGateway } from '../discord/gateway.ts';
import type { Ground } from './ground.ts';
import type { GuildAccess } from './guild-access.ts';

/** The bot in the chat: what it sees of members and roles. */
export async function openBot(ground: Ground, access: GuildAccess): Promise<Gateway> {
  const { database, clock, log, jobs, opened } = ground;
  const { prisma } = database;
  const { send } = jobs;
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
