import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { violation } from './rules.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Static imports, re-exports and dynamic imports, types included. */
const SPECIFIER = /(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g;

const files = globSync(['src/**/*.ts', 'commands/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !file.startsWith('src/database/client/'),
);

const imports = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(SPECIFIER)].map(
    ([, specifier = '']) => [file, specifier] as const,
  ),
);

test('every import points down, from the composition root through edges and features to the foundation', () => {
  expect(imports.length).toBeGreaterThan(1_000);
  expect(imports.flatMap(([file, specifier]) => violation(file, specifier) ?? [])).toEqual([]);
});

test('no file imports itself through others, not even for its types', () => {
  const importsOf = new Map(files.map((file): [string, string[]] => [file, []]));
  for (const [file, specifier] of imports) importsOf.get(file)?.push(join(dirname(file), specifier));
  const free = new Set<string>();
  const cycleFrom = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (free.has(file)) return [];
    for (const imported of importsOf.get(file) ?? []) {
      const cycle = cycleFrom(imported, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    free.add(file);
    return [];
  };
  expect(files.flatMap((file) => cycleFrom(file, []))).toEqual([]);
});

test.each([
  ['src/database/access.ts', '../access/index.ts'],
  ['src/clock.ts', './http/app.ts'],
  ['src/i18n/feature.ts', '../admin/settings.ts'],
  ['src/access/framework.ts', 'fastify'],
  ['src/access/plugin.ts', '@fastify/cookie'],
  ['src/access/library.ts', 'discord.js'],
  ['src/access/rest.ts', '@discordjs/rest'],
  ['src/access/sync/edge.ts', '../../discord/rest.ts'],
  ['src/access/root.ts', '../rolekeeper.ts'],
  ['src/access/composition.ts', '../composition/container.ts'],
  ['src/doctor/edge.ts', '../discord/platform.ts'],
  ['src/intake/inbox.ts', '../jobs/index.ts'],
  ['src/intake/inbox.ts', './listener.ts'],
  ['src/intake/listener.ts', '../discord/rest.ts'],
  ['src/commerce-service/feature.ts', '../access/index.ts'],
  ['src/commerce-service/edge.ts', '../sandbox/index.ts'],
  ['src/sandbox/edge.ts', '../commerce-service/index.ts'],
  ['src/sandbox/library.ts', 'discord.js'],
  ['src/discord/edge.ts', '../sandbox/index.ts'],
  ['src/discord/web.ts', 'fastify'],
  ['commands/feature.ts', '../src/access/sync/why.ts'],
  ['commands/edge.ts', '../src/discord/rest.ts'],
  ['commands/library.ts', 'discord.js'],
  ['src/brand-new/index.ts', '../clock.ts'],
  ['src/access/new.ts', '../brand-new/index.ts'],
])('%s may not import %s', (file, specifier) => {
  expect(violation(file, specifier)).toBeDefined();
});

test.each([
  ['src/access/foundation.ts', '../database/index.ts'],
  ['src/access/feature.ts', '../commerce-client/index.ts'],
  ['src/discord/library.ts', 'discord.js'],
  ['src/rolekeeper.ts', './sandbox/index.ts'],
  ['src/composition/bot.ts', '../../commands/index.ts'],
  ['commands/roles.ts', '../src/discord/commands/command.ts'],
  ['commands/text.ts', '../src/i18n/markdown.ts'],
  ['src/http/app.ts', 'fastify'],
])('%s may import %s', (file, specifier) => {
  expect(violation(file, specifier)).toBeUndefined();
});
