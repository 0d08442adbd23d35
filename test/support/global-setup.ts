import type { TestProject } from 'vitest/node';
import { prepareServer, SERVER, type ServerHome } from './server.ts';
import { embeddedTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test file gets a database of its own: in memory, or in the project `server` on a PostgreSQL server. */
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
  if (project.name !== 'server')
    return project.provide('databaseHome', { kind: 'memory', template: await embeddedTemplate() });
  const { home, remove } = await prepareServer(SERVER);
  project.provide('databaseHome', home);
  return remove;
}
