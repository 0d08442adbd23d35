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
}

/** Migrates once; every test file then starts from the result. */
export default async function setup(project: TestProject) {
  if (project.name !== 'server') {
    await embeddedTemplate();
    return project.provide('databaseHome', { kind: 'memory' });
  }
  const { home, remove } = await prepareServer(SERVER);
  project.provide('databaseHome', home);
  return remove;
}
