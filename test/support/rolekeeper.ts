import { type Clock, systemClock } from '../../src/clock.ts';
import { parseConfig } from '../../src/config/config.ts';
import { type Rolekeeper, startRolekeeper } from '../../src/rolekeeper.ts';
import { createDataDir } from './data-dir.ts';
import { createTestDatabase, isOnServer } from './database.ts';
import { quietLog } from './log.ts';
import { freePort } from './ports.ts';

/** Starts Rolekeeper in this process, on a database of its own, which closing it removes. */
export async function openRolekeeper(
  variables: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<Rolekeeper> {
  const folder = await createDataDir();
  const server = isOnServer() ? await createTestDatabase() : undefined;
  const config = parseConfig({
    PORT: String(await freePort()),
    DATA_DIR: folder.dataDir,
    DATABASE_URL: server?.url,
    SECRET_KEY: 'only for the tests; thirty-two of it',
    ...variables,
  });
  const rolekeeper = await startRolekeeper({ config, clock, log: quietLog });
  return {
    ...rolekeeper,
    async close() {
      await rolekeeper.close();
      await server?.remove();
      await folder.remove();
    },
  };
}
