import type { MemberRef } from '../access/community.ts';
import type { AwaitingLink } from '../access/queue/sync-request.ts';
import { workAccess } from '../access/workers.ts';
import { createStepStore } from '../discord/commands/step-store.ts';
import { createCommunity } from '../discord/community.ts';
import type { Gateway } from '../discord/gateway.ts';
import { createMessenger } from '../discord/messenger.ts';
import { recordDeparture } from '../linking/departures.ts';
import { connectSoon } from '../linking/index.ts';
import { queueMemberNotification, workNotifications } from '../notifications/index.ts';
import type { Container } from './container.ts';
import type { GuildAccess } from './guild-access.ts';
import { createLogChannelMessages } from './log-channel-messages.ts';

/** Starts the workers for roles and notifications. */
export async function openWorker(
  container: Container,
  access: GuildAccess,
  gateway: () => Gateway | undefined,
) {
  const { clock, config, log, metrics, database, commerce, jobs, ownSyncs } = container;
  const { call, guildIds } = access;
  const departures = { prisma: database.prisma, clock, send: jobs.send, guildIds };
  const deps = {
    prisma: database.prisma,
    commerce,
    aliases: config.commerceFieldAliases,
    community: createCommunity(call),
    messenger: createMessenger(
      call,
      createLogChannelMessages(createStepStore({ prisma: database.prisma, clock })),
    ),
    memberCount: (guildId: string) => gateway()?.memberCount(guildId),
    clock,
    log,
    metrics,
    send: jobs.send,
    ownSyncs,
    sendAll: jobs.sendAll,
    notifyMember: queueMemberNotification(jobs.send),
    accountChanged: connectSoon(jobs.send),
    memberLeft: (member: MemberRef, link: AwaitingLink) => recordDeparture(departures, member, link),
    guildIds,
    isAlone: database.isEmbedded,
  };
  await workAccess(deps, jobs.work, jobs.schedule);
  await workNotifications(deps, jobs.work, jobs.schedule);
}
