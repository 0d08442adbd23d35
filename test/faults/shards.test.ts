import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openGateway } from '../../src/discord/gateway.ts';
import { TOKEN } from '../sandbox/sandbox.ts';
import { openChat } from '../storm/chat.ts';
import { foundCrew } from '../support/crew.ts';
import { quietLog } from '../support/log.ts';

/** For more guilds than this the platform asks for another shard. */
const GUILDS_PER_SHARD = 1_000;

/** https://docs.discord.com/developers/events/gateway#sharding */
const shardOf = ({ guildId }: { guildId: string }) => Number((BigInt(guildId) >> 22n) % 2n);

test('the bot has as many shards as the platform asks for, and hears of every guild once', async () => {
  const chat = await openChat(systemClock);
  const { sandbox, sockets } = chat;
  const crews = [foundCrew(sandbox, 2, 1)];
  // Ids go by the millisecond: some until both shards have one.
  while (new Set(crews.map(shardOf)).size < 2) crews.push(foundCrew(sandbox, 2, 1));
  while (sandbox.community.state.guilds.size <= GUILDS_PER_SHARD) sandbox.community.createGuild('More', 1);
  const guildIds = crews.map(({ guildId }) => guildId);
  const joined: string[] = [];
  const nothing = async () => undefined;
  const gateway = await openGateway({
    token: TOKEN,
    apiUrl: sandbox.apiUrl,
    guildIds,
    log: quietLog,
    stop: new AbortController().signal,
    mayAct: () => true,
    onMemberJoined: async ({ guildId }) => void joined.push(guildId),
    onMemberUpdated: nothing,
    onMissed: nothing,
    onMended: nothing,
    onInteraction: nothing,
    onInvited: nothing,
  });
  onTestFinished(async () => {
    await gateway.close();
    await chat.close();
  });
  expect(sockets.open).toBe(2);
  expect(gateway.isConnected()).toBe(true);

  for (const { guildId, people } of crews) {
    sandbox.community.leave(guildId, people[0] ?? '');
    sandbox.community.join(guildId, { userId: people[0] ?? '' });
  }
  await vi.waitFor(() => expect(joined).toHaveLength(guildIds.length), 10_000);
  expect(joined.toSorted()).toEqual(guildIds.toSorted());
  expect(guildIds.map((id) => gateway.memberCount(id))).not.toContain(undefined);
});
