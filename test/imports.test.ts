import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';

const ROOT = join(import.meta.dirname, '..');
const BIOME = join(ROOT, 'node_modules/.bin/biome');

/** Lints a tree that holds these files, each with one import, and returns those whose import is refused. */
async function refused(imports: readonly (readonly [file: string, imported: string])[]): Promise<string[]> {
  const tree = await temporaryFolder();
  await cp(join(ROOT, 'biome.json'), join(tree, 'biome.json'));
  for (const [file, imported] of imports) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), `import { thing } from '${imported}';\nthing();\n`);
  }
  const { stdout } = spawnSync(
    BIOME,
    [
      'lint',
      '--vcs-enabled=false',
      '--only=noRestrictedImports',
      '--reporter=github',
      '--max-diagnostics=none',
      '.',
    ],
    { cwd: tree, encoding: 'utf8' },
  );
  return imports.map(([file]) => file).filter((file) => stdout.includes(`/${file},line=`));
}

test('the linter refuses an import that points up or sideways', async () => {
  const wrong = [
    ['src/database/access.ts', '../access/index.ts'],
    ['src/clock.ts', './http/app.ts'],
    ['src/access/framework.ts', 'fastify'],
    ['src/access/library.ts', 'discord.js'],
    ['src/access/edge.ts', '../discord/rest.ts'],
    ['src/access/root.ts', '../rolekeeper.ts'],
    ['src/access/part.ts', '../parts/ground.ts'],
    ['src/intake/inbox.ts', '../jobs/index.ts'],
    ['src/intake/listener.ts', '../discord/rest.ts'],
    ['src/commerce-service/feature.ts', '../access/index.ts'],
    ['src/commerce-service/edge.ts', '../sandbox/index.ts'],
    ['src/sandbox/edge.ts', '../commerce-service/index.ts'],
    ['src/sandbox/library.ts', 'discord.js'],
    ['src/discord/edge.ts', '../sandbox/index.ts'],
    ['commands/plans.ts', '../src/database/index.ts'],
    ['commands/feature.ts', '../src/access/sync/why.ts'],
    ['commands/edge.ts', '../src/discord/rest.ts'],
    ['commands/library.ts', 'discord.js'],
    ['src/i18n/feature.ts', '../access/index.ts'],
  ] as const;
  expect(await refused(wrong)).toEqual(wrong.map(([file]) => file));
});

test('an import that points down is fine', async () => {
  const right = [
    ['src/access/ground.ts', '../database/index.ts'],
    ['src/access/feature.ts', '../commerce-client/index.ts'],
    ['src/discord/library.ts', 'discord.js'],
    ['src/rolekeeper.ts', './sandbox/index.ts'],
    ['src/composition/part.ts', '../sandbox/index.ts'],
    ['src/composition/bot.ts', '../../commands/index.ts'],
    ['commands/roles.ts', '../src/discord/commands/command.ts'],
    ['commands/words.ts', '../src/i18n/markdown.ts'],
    ['src/access/words.ts', '../words/index.ts'],
  ] as const;
  expect(await refused(right)).toEqual([]);
});
