import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Database, openDatabase, useEmbedded } from '../../src/database/index.ts';
import { createOnServer } from '../support/server.ts';
import { loadTemplate } from '../support/template.ts';

/** A migrated database that can be closed and opened again with what it holds. */
export interface Store {
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** On the server where the tests run on one; else embedded, in files that needn't survive a power cut. */
export async function createStore(): Promise<Store> {
  const home = inject('databaseHome');
  if (home.kind === 'server') {
    const { url, drop } = await createOnServer(home);
    return { open: () => openDatabase({ url, dataDir: '' }), remove: drop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
  const dataDir = join(folder, 'postgres');
  const template = await loadTemplate({ dataDir });
  await template.close();
  return {
    async open() {
      const pglite = await PGlite.create({ dataDir });
      return useEmbedded(pglite, () => pglite.close());
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
