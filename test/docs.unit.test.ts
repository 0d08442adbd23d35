import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { commands } from '../commands/index.ts';
import { commandsPage } from '../scripts/docs/commands-page.ts';
import { COMMERCE_FIELDS, Environment, PARTS } from '../src/config/variables.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

const Versions = Type.Record(Type.String(), Type.String());
const manifest = Value.Parse(
  Type.Object({ dependencies: Versions, devDependencies: Versions }),
  JSON.parse(read('package.json')),
);
const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };

test('docs/commands.md matches the definitions of the commands, and its pictures exist', () => {
  const page = read('docs/commands.md');
  expect(page, 'write it anew with npm run docs:commands').toBe(commandsPage(commands));
  const pictures = [...page.matchAll(/images\/commands\/[\w-]+\.png/g)].map(([file]) => file);
  expect(pictures).toHaveLength(20);
  for (const file of pictures)
    expect(existsSync(join(import.meta.dirname, '../docs', file)), file).toBe(true);
});

test('every dependency is pinned and documented', () => {
  const documented = [...read('docs/adr/dependencies.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(documented.toSorted()).toEqual(Object.keys(dependencies).toSorted());
  for (const version of Object.values(dependencies))
    expect(version).toMatch(/^(?:npm:prisma@)?\d+\.\d+\.\d+/);
});

test('the configuration, .env.example and the README list the same variables', () => {
  const known = Object.keys(Environment.properties);
  const example = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  const settings = read('README.md').split('## Settings')[1] ?? '';
  const readme = [...settings.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  expect(known.length).toBeGreaterThan(10);
  expect(example.toSorted()).toEqual(known.toSorted());
  expect(readme.toSorted()).toEqual(known.toSorted());
  expect(settings).toContain(PARTS.join(','));
});

test('the fields that can be renamed are documented', () => {
  const section = read('docs/operations/README.md').split('## Field aliases')[1]?.split('\n## ')[0];
  const list = section?.split('These can be renamed:')[1] ?? '';
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(COMMERCE_FIELDS);
});
