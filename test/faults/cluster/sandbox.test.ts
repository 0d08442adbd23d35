import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { titleOf, visitorOf } from '../../linking/visitor.ts';
import { emptyDatabase, hasServer, query } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { userOf } from '../../support/journey.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';

const SCRIPT = join(import.meta.dirname, '../../../scripts/sandbox-access.ts');
const API_KEY = 'key_for_the_test_of_the_parts';

/** What a process shows of a queue that it works. */
const WORKED = /rolekeeper_queue_worked\{queue="([^"]+)"\} 1/g;

const SCHEDULED = 'SELECT name FROM pgboss.schedule';

/** What the script prints, a variable a line. */
async function sandboxAccess(variables: Record<string, string>): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env: variables });
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^\w+=/, '')]));
}

test.runIf(hasServer)(
  'the parts as processes of their own work on the sandbox of one of them: buying, linking, and every queue',
  async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const database = await emptyDatabase();
    const common = {
      DATABASE_URL: database,
      SECRET_KEY: 'only for the tests; thirty-two of it',
      LOG_LEVEL: 'warn',
      COMMERCE_API_KEY: API_KEY,
      PUBLIC_URL: url,
    };
    const start = async (parts: string, port: string, more: Record<string, string> = {}) => {
      const own = { PARTS: parts, PORT: port, DATA_DIR: await temporaryFolder() };
      const running = startProcess({ ...common, ...own, ...more });
      await running.printed('Rolekeeper is running');
      return { ...running, port };
    };
    const { port } = new URL(url);
    const web = await start('commerce,intake,sandbox', port);
    const access = { ...(await sandboxAccess({ ...common, PORT: port })), COMMERCE_URL: url };
    const worker = await start('worker', String(await freePort()), access);
    const bot = await start('bot', String(await freePort()), access);
    expect(bot.output()).toContain('logged in as Rolekeeper');

    const user = userOf(url, API_KEY);
    const [plan] = await user.plans();
    const [buyer = '', linker = ''] = (await user.people()).map(({ id }) => id).slice(-2);
    await user.buy(plan?.direct_link ?? '', buyer);
    await user.hasRole(buyer, 'Supporter');

    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'ann@example.com', card_number: '4242424242424242' });
    await fetch(plan?.direct_link ?? '', { method: 'POST', headers, body });
    const linked = await visitorOf({ url }).link(linker, 'ann@example.com');
    expect(titleOf(linked)).toBe('Your accounts are linked');
    await user.hasRole(linker, 'Supporter');

    const worked = new Set<string | undefined>();
    for (const { port } of [web, worker]) {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const [, queue] of metrics.matchAll(WORKED)) worked.add(queue);
    }
    const scheduled = await query(database, SCHEDULED);
    expect(scheduled.flat().filter((name) => !worked.has(String(name)))).toEqual([]);

    // Where nobody can link any more, nothing of it is left to wait.
    const unlinked = { ...access, DISCORD_CLIENT_ID: '', DISCORD_CLIENT_SECRET: '' };
    expect(scheduled.flat()).toContain('linking.cleanup');
    await start('worker', String(await freePort()), unlinked);
    expect((await query(database, SCHEDULED)).flat()).not.toContain('linking.cleanup');
    for (const one of [bot, worker, web]) expect(await one.end('SIGTERM')).toBe(0);
  },
);
