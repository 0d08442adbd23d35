import { Events, GatewayDispatchEvents, Routes } from 'discord.js';
import { expect, test } from 'vitest';
import { connectClient, connectRest, startSandbox } from './sandbox.ts';

// https://docs.discord.com/developers/events/gateway-events#request-guild-members
test('a client finds 50 guilds, and all 10,000 members of a large one in chunks', async () => {
  const { sandbox } = await startSandbox();
  for (let i = 2; i < 50; i += 1) sandbox.community.createGuild(`Guild ${i}`, 3);
  const { id } = sandbox.community.createGuild('The crowd', 9_998);
  const { client } = await connectClient(sandbox);
  expect(client.guilds.cache.size).toBe(50);
  const chunks: number[] = [];
  client.on(Events.Raw, ({ t, d }) => {
    if (t === GatewayDispatchEvents.GuildMembersChunk) chunks.push(d.members.length);
  });
  const crowd = client.guilds.cache.get(id);
  expect(crowd?.large).toBe(true);
  expect((await crowd?.members.fetch())?.size).toBe(10_000);
  expect(chunks).toEqual(Array.from({ length: 10 }, () => 1_000));
});

// https://discord.com/developers/docs/resources/guild#list-guild-members
test('members are listed in the order of their ids, a thousand a page, each once', async () => {
  const { sandbox } = await startSandbox();
  const guild = sandbox.community.createGuild('The crowd', 2_498);
  const rest = connectRest(sandbox);
  const pages: string[][] = [];
  for (let after = '0'; after !== ''; after = pages.at(-1)?.at(-1) ?? '') {
    const query = new URLSearchParams({ limit: '1000', after });
    const page = await rest.get(Routes.guildMembers(guild.id), { query });
    pages.push(Array.isArray(page) ? page.map((member) => String(member.user.id)) : []);
  }
  expect(pages.map((page) => page.length)).toEqual([1_000, 1_000, 500, 0]);
  expect(new Set(pages.flat())).toEqual(new Set(guild.members.keys()));
});

// https://discord.com/developers/docs/resources/guild#list-guild-members
test('somebody who comes back is listed where their id is, and whoever leaves is not', async () => {
  const { sandbox, call, member } = await startSandbox();
  const { community, guildId } = sandbox;
  const list = async (query: string) => {
    const page: unknown = await (await call('GET', `/guilds/${guildId}/members?${query}`)).json();
    return Array.isArray(page) ? page.map(({ user }) => user.username) : [];
  };
  const before = await list('limit=100');
  community.leave(guildId, member('ada.okafor'));
  expect(await list('limit=100')).toEqual(before.filter((name) => name !== 'ada.okafor'));
  community.join(guildId, { username: 'newcomer' });
  community.join(guildId, { userId: member('ada.okafor') });
  expect(await list('limit=100')).toEqual([...before, 'newcomer']);
  expect(await list(`limit=1&after=${member('tomasz_k')}`)).toEqual(['ada.okafor']);
  // As they are kept, so that no page has to be sorted.
  const kept = [...(community.guild(guildId)?.members.keys() ?? [])];
  expect(kept).toEqual(kept.toSorted((a, b) => Number(BigInt(a) - BigInt(b))));
});
