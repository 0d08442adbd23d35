import type { TestProject } from 'vitest/node';
import { prepareServer, type ServerHome } from './server.ts';
import { embeddedTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file gets a database of its own: in memory, or on the server that TEST_DATABASE_URL names. */
    databaseHome: MemoryHome | ServerHome;
  }
}

interface MemoryHome {
  readonly kind: 'memory';
  /** The file with a migrated, empty database, which is loaded in a fraction of the time. */
  readonly template: string;
}

/** Migrates once; every test file then starts from the result. */
export default async function setup(project: TestProject) {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return project.provide('databaseHome', { kind: 'memory', template: await embeddedTemplate() });
  const { home, remove } = await prepareServer(url);
  project.provide('databaseHome', home);
  return remove;
}
