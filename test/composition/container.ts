import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { type Container, containerOn } from '../../src/composition/container.ts';
import { parseConfig } from '../../src/config/config.ts';
import { databaseForThisTest } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';

/** Opens the resources that the parts of a process share, until the test ends. */
export async function containerForThisTest(clock = systemClock): Promise<Container> {
  const database = await databaseForThisTest();
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const config = parseConfig({ PORT: String(await freePort()), DATA_DIR: await temporaryFolder() });
  return containerOn(database, { config, clock, log: quietLog }, opened);
}
