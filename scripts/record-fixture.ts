/**
 * Runs cases of `test/fixtures/access/` and writes their results beside their `events.json`: `npm run fixture:record --
 * complaint/case`. Review the recording: it shows what the code does, not whether that is right.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/database/index.ts';
import { PARTS, ROOT, readEvents } from '../test/access/fixtures/folders.ts';
import { record } from '../test/access/fixtures/record.ts';
import { openSharedWorld } from '../test/access/fixtures/shared-world.ts';

const names = process.argv.slice(2);
if (names.length === 0) {
  process.stderr.write('Name the cases to record: npm run fixture:record -- complaint/case\n');
  process.exit(1);
}
const dataDir = mkdtempSync(join(tmpdir(), 'rolekeeper-fixture-'));
const database = await openDatabase({ url: undefined, dataDir });
const ground = await openSharedWorld(database);
try {
  for (const name of names) {
    const recorded = await record(ground, readEvents(name));
    for (const part of PARTS) {
      // The formatter below fixes the layout.
      writeFileSync(join(ROOT, name, `${part}.json`), `${JSON.stringify(recorded[part])}\n`);
    }
    process.stdout.write(`${join(ROOT, name)}\n`);
  }
  const biome = join(import.meta.dirname, '../node_modules/.bin/biome');
  spawnSync(biome, ['format', '--write', ...names.map((name) => join(ROOT, name))], { stdio: 'inherit' });
} finally {
  await ground.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
}
