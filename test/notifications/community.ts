import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll } from 'vitest';
import { createLogChannelMessages } from '../../src/composition/log-channel-messages.ts';
import type { Database } from '../../src/database/index.ts';
import { createStepStore } from '../../src/discord/commands/step-store.ts';
import { createMessenger } from '../../src/discord/messenger.ts';
import { sendExpiryReminders } from '../../src/notifications/expiry-reminders.ts';
import { notifyGuild } from '../../src/notifications/notify-guild.ts';
import { notifyMember } from '../../src/notifications/notify-member.ts';
import { memberNotification } from '../../src/notifications/queues.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { startEngine } from '../access/engine.ts';
import { openTestDatabase } from '../support/database.ts';

/** Sets up a database for the tests of a file. */
export function useCommunities() {
  let database: Database | undefined;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database?.close());
  const opened = (): Database => {
    if (!database) throw new Error('The database is there within tests only.');
    return database;
  };
  return {
    prisma: () => opened().prisma,
    openCommunity: (options: Parameters<typeof openCommunity>[1] = {}) => openCommunity(opened(), options),
  };
}

/** Opens a guild with a log channel, where plan A gives Supporter. */
async function openCommunity(database: Database, { isLogClosed = false } = {}) {
  const engine = await startEngine(database, 8);
  const { sandbox, deps, call, guildId, signal, role, map, sent } = engine;
  const roleId = role('Supporter');
  await map(roleId, 'plan_a', { graceDays: 7 });
  const sendMessages = String(PermissionFlagsBits.SendMessages);
  const closed = { id: guildId, of: 'role' as const, allow: '0', deny: sendMessages };
  const channel = sandbox.community.createChannel(guildId, 'log', isLogClosed ? [closed] : []);
  const settings = { guildId, logChannelId: channel.id };
  await database.prisma.guildSettings.create({ data: settings });
  const metrics = createMetrics();
  const steps = createStepStore({ prisma: database.prisma, clock: deps.clock });
  const notifying = {
    ...deps,
    metrics,
    messenger: createMessenger(call, createLogChannelMessages(steps)),
    guildIds: [guildId],
  };
  const textsIn = (channelId: string) =>
    [...(sandbox.community.state.messages.get(channelId)?.values() ?? [])].map(({ embeds: [embed] }) =>
      [embed?.title, embed?.description].filter((text) => text !== undefined).join(': '),
    );
  const dmOf = (userId: string) =>
    sandbox.community.state.channels
      .values()
      .find(({ in: place }) => 'userId' in place && place.userId === userId);
  return {
    ...engine,
    roleId,
    logged: () => textsIn(channel.id),
    received: (userId: string) => textsIn(dmOf(userId)?.id ?? ''),
    tell: () => notifyGuild(notifying, guildId, signal),
    async grant(userId: string, terms = {}) {
      await engine.buy(userId, 'plan_a', terms);
      await engine.sync(userId);
    },
    /** Counts the direct messages of a class. */
    async counted(kind: 'claimed' | 'other') {
      const { values } = await metrics.directMessages.get();
      const ofKind = values.filter(({ labels }) => labels.class === kind);
      return Object.fromEntries(ofKind.map(({ labels, value }) => [labels.outcome, value]));
    },
    remind: () => sendExpiryReminders(notifying),
    async deliver() {
      for (const notice of sent(memberNotification)) await notifyMember(notifying, notice, signal);
    },
  };
}
