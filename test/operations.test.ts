import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { createMetrics } from '../src/observability/metrics.ts';
import { START_SMALL } from './support/start-command.ts';

const FOLDER = join(import.meta.dirname, '../docs/operations');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** Tests Prometheus rules; part of Debian's package "prometheus". */
const PROMTOOL = process.env['PROMTOOL'] ?? '/usr/bin/promtool';
const Manifest = Type.Object({ engines: Type.Object({ node: Type.String() }) });
const RULE_TESTS = join(import.meta.dirname, 'operations/alerts.yml');

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');

test.each(['alerts.yml', 'dashboard.json'])('%s uses only existing metrics', async (file) => {
  const { registry } = createMetrics();
  const measured = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const asked = new Set(read(file).match(/\brolekeeper_[a-z_]+/g));
  const unknown = [...asked].filter((name) => !measured.has(name.replace(/_(bucket|sum|count)$/, '')));
  expect(asked.size).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});

test('every alert links to an existing section of the runbooks', () => {
  const anchors = [...read('runbooks.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );
  const led = [...read('alerts.yml').matchAll(/runbook: \S+#(\S+)/g)].map(([, anchor]) => anchor);
  expect(led.length).toBeGreaterThan(10);
  expect(led.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
});

test('the unit starts the bundled Node, which is new enough', () => {
  const [, folder = '', node = ''] =
    /WorkingDirectory=(\S+)[\s\S]*^ExecStart=\1\/(\S+)/m.exec(read('rolekeeper@.service')) ?? [];
  expect(folder).toBe('/opt/rolekeeper');
  const root = join(FOLDER, '../..');
  const version = execFileSync(join(root, node), ['--version'], { encoding: 'utf8' });
  const numbers = (text: string) => text.match(/\d+/g)?.map(Number) ?? [];
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor, leastMinor] = numbers(
    Value.Parse(Manifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).engines.node,
  );
  expect([major, minor >= (leastMinor ?? 0)]).toEqual([leastMajor, true]);
});

test('worker and bot start with the same flags everywhere', () => {
  const root = join(FOLDER, '../..');
  const flags = START_SMALL.filter((word) => word.startsWith('--') && !word.includes('warning'));
  expect(flags.length).toBeGreaterThan(0);
  expect(read('README.md')).toContain(`NODE_FLAGS="${flags.join(' ')}"`);
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
  expect(compose).toContain(['', 'node', ...flags].join('\n  - '));
});

test('every alert named in alertmanager.yml exists', () => {
  const alerts = namesIn(read('alerts.yml'), /alert: (\w+)/g);
  const named = namesIn(read('alertmanager.yml'), /(Rolekeeper[A-Z]\w+)/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !alerts.includes(name))).toEqual([]);
});

test('a lost database is one alert, which inhibits all that follow from it', () => {
  const [lost = ''] = readFileSync(RULE_TESTS, 'utf8')
    .split(/^ {2}- name: /m)
    .slice(1);
  const fired = namesIn(lost, /alertname="(\w+)"/g);
  const [, quiet = ''] = read('alertmanager.yml').split('[alertname = RolekeeperDatabaseGone]');
  const targets = namesIn(quiet.split('source_matchers')[0] ?? '', /(Rolekeeper[A-Z]\w+)/g);
  expect(fired.length).toBeGreaterThan(5);
  expect(fired.filter((name) => !targets.includes(name))).toEqual(['RolekeeperDatabaseGone']);
});

test.runIf(existsSync(PROMTOOL))('the alerts fire when they are due, and no others fire', () => {
  const promtool = (...arguments_: string[]) => execFileSync(PROMTOOL, arguments_, { encoding: 'utf8' });
  promtool('check', 'config', join(FOLDER, 'prometheus.yml'));
  expect(promtool('test', 'rules', RULE_TESTS)).toContain('SUCCESS');
});

test('the token for monitoring stays out of Git', () => {
  const [, name = ''] = /credentials_file: \/etc\/prometheus\/(\S+)/.exec(read('prometheus.yml')) ?? [];
  const ignored = readFileSync(join(FOLDER, '../../.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain(`docs/operations/${name}`);
});

const namesIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];
