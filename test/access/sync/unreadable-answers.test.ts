import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createCaller } from '../../../src/discord/caller.ts';
import { createCommunity } from '../../../src/discord/community.ts';
import { createPlatform } from '../../../src/discord/platform.ts';
import { createRest } from '../../../src/discord/rest.ts';
import { startSandbox, TOKEN } from '../../sandbox/sandbox.ts';
import { answerEndlessly, serve } from '../../support/serve.ts';

/** Creates the bot's clients for a sandbox, without starting a bot. */
async function openView() {
  const { sandbox, member } = await startSandbox();
  const call = createCaller(createRest({ apiUrl: sandbox.apiUrl, token: TOKEN }), TOKEN, systemClock);
  const signal = AbortSignal.timeout(30_000);
  return { sandbox, member, signal, community: createCommunity(call), platform: createPlatform(call) };
}
type View = Awaited<ReturnType<typeof openView>>;

const ID = '1085128214742831199';

/** The bot's reads: route, odd answer, call, and the field named in the error. */
const READINGS: readonly (readonly [string, object, (view: View) => Promise<unknown>, string])[] = [
  [
    '/guilds/:guild_id/members/:user_id',
    { roles: 'none', user: { id: ID } },
    ({ community, sandbox: { guildId }, member, signal }) =>
      community.getMember({ guildId, userId: member('juniper') }, signal),
    '/roles',
  ],
  [
    '/guilds/:guild_id/members',
    [{ roles: [] }],
    ({ community, sandbox: { guildId }, signal }) => community.listMembers(guildId, '0', signal),
    '/0',
  ],
  [
    '/guilds/:guild_id',
    { id: ID, roles: [{ id: ID }] },
    ({ community, sandbox: { guildId }, signal }) => community.getGuild(guildId, signal),
    '/roles/0|/owner_id|the answer',
  ],
  [
    '/users/@me',
    { name: 'nobody' },
    ({ platform, sandbox: { guildId }, signal }) => platform.permissionsIn(guildId, signal),
    'the answer|/id',
  ],
  ['/applications/@me', { name: 5 }, ({ platform, signal }) => platform.identify(signal), '/name|the answer'],
  [
    '/channels/:channel_id',
    { id: 5 },
    ({ platform, sandbox: { guildId }, signal }) => platform.lookAtChannel(guildId, ID, signal),
    'the answer|/\\w+',
  ],
];

test.each(READINGS)(
  'an unreadable answer of %s is reported with its address and field',
  async (...reading) => {
    const [route, odd, ask, field] = reading;
    const view = await openView();
    view.sandbox.faults.answer({ method: 'GET', route }, { status: 200, body: JSON.stringify(odd) });
    const place = route.replaceAll(/:\w+/g, '\\d+');
    await expect(ask(view)).rejects.toMatchObject({
      code: 'DISCORD_UNREADABLE',
      cause: {
        message: expect.stringMatching(new RegExp(`answer to ${place} can't be read: (${field}) .+\\.$`)),
      },
    });
  },
);

test.each([200, 403])('an endless answer with status %d is unreadable, and not read on', async (status) => {
  const sent = Promise.withResolvers<number>();
  const origin = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    sent.resolve(answerEndlessly(response));
  });
  const call = createCaller(createRest({ apiUrl: `${origin}/api`, token: TOKEN }), TOKEN, systemClock);
  const member = createCommunity(call).getMember({ guildId: ID, userId: ID }, AbortSignal.timeout(10_000));
  await expect(member).rejects.toMatchObject({
    code: 'DISCORD_UNREADABLE',
  });
  expect(await sent.promise).toBeLessThan(64 * 1024 * 1024);
});
