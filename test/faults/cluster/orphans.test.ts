import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_POLICY, saveMapping } from '../../../src/access/mappings/mappings.ts';
import { systemClock } from '../../../src/clock.ts';
import { openDatabase } from '../../../src/database/index.ts';
import { SECRET } from '../../intake/support.ts';
import { TOKEN } from '../../sandbox/sandbox.ts';
import { openChat } from '../../storm/chat.ts';
import { sendUntilTaken } from '../../storm/send.ts';
import { openShop } from '../../storm/shop.ts';
import { foundCrew } from '../../support/crew.ts';
import { emptyDatabase, hasServer } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';

/** How soon another one has finished what a killed one had begun, in milliseconds; some of it for a busy machine. */
const PROMISE = 45_000;

test.runIf(hasServer)(
  'what a killed worker had begun another one finishes within half a minute',
  async () => {
    const chat = await openChat(systemClock);
    const shop = await openShop();
    onTestFinished(async () => {
      shop.close();
      await chat.close();
    });
    const { guildId, people, roles } = foundCrew(chat.sandbox, 1, 1);
    const [userId = '', roleId = ''] = [people[0], roles[0]];
    const url = await emptyDatabase();
    const database = await openDatabase({ url, dataDir: '' });
    onTestFinished(() => database.close());
    const mapping = { guildId, roleId, sourceId: 'plan_a', condition: 'valid' } as const;
    await saveMapping(database.prisma, { ...mapping, ...DEFAULT_POLICY });
    const start = async (parts: string) => {
      const port = await freePort();
      const running = startProcess({
        PORT: String(port),
        DATA_DIR: await temporaryFolder(),
        PARTS: parts,
        LOG_LEVEL: 'error',
        DATABASE_URL: url,
        SECRET_KEY: 'only for the tests; thirty-two of it',
        DISCORD_TOKEN: TOKEN,
        DISCORD_API_URL: chat.sandbox.apiUrl,
        DISCORD_GUILD_IDS: guildId,
        COMMERCE_URL: shop.baseUrl,
        COMMERCE_API_KEY: 'key_for_the_test_of_orphans',
        COMMERCE_WEBHOOK_SECRET: SECRET,
      });
      await running.printed('Rolekeeper is running');
      return { ...running, port };
    };
    const first = await start('intake,worker');
    const held = chat.sandbox.faults.hold({ method: 'PUT', route: '/guilds/:guild_id/members*' });
    const membership = { id: 'mem_1', valid: true, status: 'active', product: null, user: 'user_1' };
    const bought = {
      ...membership,
      plan: { id: 'plan_a', mimic_plan_id: null },
      community_chat: { id: userId },
    };
    shop.memberships.set('mem_1', bought);
    const event = { id: 'msg_1', type: 'membership.went_valid', data: bought };
    await sendUntilTaken([`http://127.0.0.1:${first.port}/webhooks/commerce`], {
      id: 'msg_1',
      body: JSON.stringify(event),
    });
    await held.arrived;
    await start('worker');
    await first.end('SIGKILL');
    held.remove();
    const hasRole = () => chat.sandbox.community.guild(guildId)?.members.get(userId)?.roles.includes(roleId);
    chat.sandbox.community.takeRole(guildId, userId, roleId);
    await vi.waitUntil(hasRole, { timeout: PROMISE, interval: 100 });
    expect(await database.prisma.roleGrant.count({ where: { userId, roleId } })).toBe(1);
  },
);
