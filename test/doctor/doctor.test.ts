import { createServer } from 'node:http';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createProbe } from '../../src/commerce-client/probe.ts';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createPlatform } from '../../src/discord/platform.ts';
import { createRest } from '../../src/discord/rest.ts';
import { type DoctorDeps, examine } from '../../src/doctor/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { createInbox } from '../../src/intake/inbox.ts';
import { listener } from '../../src/intake/listener.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { type Jobs, startJobs } from '../../src/jobs/index.ts';
import { startEngine } from '../access/engine.ts';
import { useCommerce } from '../commerce-service/support.ts';
import { answerShown } from '../support/answer-shown.ts';
import { openTestDatabase } from '../support/database.ts';
import { emptyDatabase, hasServer } from '../support/empty-database.ts';
import { quietLog } from '../support/log.ts';
import { wireTo } from '../support/wire.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

const commerce = useCommerce();

let database: Database;
let jobs: Jobs;
let serviceUrl: string;
let intakeUrl: string;
const intake = buildApp({ log: quietLog });
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await startJobs({ database, queues: [], log: quietLog });
  await intake.register(listener, {
    store: createInbox({ prisma: database.prisma, queueRefresh: async () => undefined, concurrency: 1 }),
    verify: createVerify({ secrets: [SECRET], clock: systemClock }),
    aliases: new Map(),
    clock: systemClock,
    log: quietLog,
  });
  intakeUrl = `${await intake.listen({ host: '127.0.0.1', port: 0 })}/webhooks/commerce`;
  serviceUrl = await commerce().app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await intake.close();
  await jobs.stop();
  await database.close();
});

/** Sets up a healthy guild and a doctor to examine it. */
async function openClinic(people = 3) {
  const engine = await startEngine(database, people);
  const { sandbox, call, guildId, role, map } = engine;
  const roleId = role('Supporter');
  await map(roleId, 'plan_a');
  const { community } = sandbox;
  const view = String(PermissionFlagsBits.ViewChannel);
  const logChannelId = community.createChannel(guildId, 'log', [
    { id: guildId, of: 'role', allow: '0', deny: view },
    { id: community.state.application.botId, of: 'member', allow: view, deny: '0' },
  ]).id;
  await database.prisma.guildSettings.create({ data: { guildId, logChannelId } });
  await engine.sweep();
  const { apiKey } = commerce();
  await commerce().post('/webhooks', { url: intakeUrl });
  const deps: DoctorDeps = {
    ...engine.deps,
    platform: createPlatform(call),
    backlog: jobs.backlog,
    webhookSecret: SECRET,
    intakeUrl,
    intakeUrls: [intakeUrl],
    probe: createProbe({ baseUrl: serviceUrl, apiKey }),
  };
  /** Runs the doctor and lists its findings as "check: state, code". A slow database counts as fine. */
  const look = async (changed: Partial<DoctorDeps> = {}, bound?: number) => {
    const findings = await examine({ ...deps, ...changed }, guildId, bound);
    return findings
      .map(({ check, state, code }) => `${check}: ${state}, ${code}`)
      .map((line) => (line === SLOW ? 'database: ok, DATABASE_FINE' : line));
  };
  /** Lists the checks that couldn't be made, with the code of the fault. */
  const faultsFound = async () =>
    (await examine(deps, guildId)).flatMap((each) =>
      each.code === 'FAULT' ? [`${each.check}: ${each.fault.code}`] : [],
    );
  return { ...engine, roleId, look, faultsFound };
}

/** The speed of the database depends on the load of the machine. */
const SLOW = 'database: warning, DATABASE_SLOW';

const IN_ORDER = [
  'token: ok, TOKEN_TAKEN',
  'intents: ok, INTENT_ENABLED',
  'permissions: ok, PERMISSIONS_GIVEN',
  'hierarchy: ok, ROLES_IN_REACH',
  'log channel: ok, LOG_CHANNEL_WRITABLE',
  'platform clock: ok, CLOCK_RIGHT',
  'webhook: ok, WEBHOOK_REGISTERED',
  'delivery: ok, DELIVERY_SEEN',
  'key: ok, KEY_TAKEN',
  'service clock: ok, CLOCK_RIGHT',
  'database: ok, DATABASE_FINE',
  'queue: ok, QUEUE_FLOWS',
  'sweep: ok, SWEEP_DONE',
  'held: ok, NOTHING_HELD',
  'events: warning, EVENT_NEVER',
];

/** Returns the lines that differ from a healthy guild. */
const news = (lines: readonly string[]) => lines.filter((line) => !IN_ORDER.includes(line));

test('the doctor reports each check of a healthy guild as ok and leaves nothing behind', async () => {
  const { look } = await openClinic();
  const before = await database.prisma.inboxEvent.count();
  expect(await look()).toEqual(IN_ORDER);
  expect(await database.prisma.inboxEvent.count()).toBe(before);
});

test('the doctor finds problems on the platform: roles, permissions, the log channel, the intent', async () => {
  const { sandbox, guildId, role, map, look } = await openClinic();
  const [boss, gone] = [role('Boss', 60), role('Gone')];
  await map(boss, 'plan_a', { atEnd: 'kick' });
  await map(gone, 'plan_b');
  sandbox.community.deleteRole(guildId, gone);
  sandbox.community.setMembersIntent(false);
  const botRole = [...(sandbox.community.guild(guildId)?.roles.values() ?? [])].find(
    ({ managed }) => managed,
  );
  const permissions = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ManageRoles;
  for (const id of [botRole?.id ?? '', guildId])
    sandbox.community.changeRole(guildId, id, { permissions: String(permissions) });
  expect(news(await look())).toEqual([
    'intents: failed, INTENT_MISSING',
    'permissions: failed, PERMISSION_MISSING',
    'hierarchy: failed, ROLE_OUT_OF_REACH',
    'hierarchy: failed, ROLE_DELETED',
    'log channel: failed, LOG_CHANNEL_UNUSABLE',
  ]);
  const elsewhere = { apiUrl: sandbox.apiUrl, token: 'sandbox.wrong' };
  const call = createCaller(createRest(elsewhere), elsewhere.token, systemClock);
  expect(await look({ platform: createPlatform(call) })).toContain('token: failed, FAULT');
});

test.each([
  [401, 0],
  [400, 40001],
])('a reset token is named, even when the platform answers %i with code %i', async (status, code) => {
  const { sandbox, faultsFound } = await openClinic();
  sandbox.faults.add({ effect: { kind: 'answer', status, code } });
  const found = await faultsFound();
  for (const check of ['token', 'permissions', 'hierarchy'])
    expect(found).toContain(`${check}: DISCORD_TOKEN_REFUSED`);
});

test('a bot that was removed from the server is reported', async () => {
  const { sandbox, guildId, look, faultsFound } = await openClinic();
  sandbox.community.leave(guildId, sandbox.community.state.application.botId);
  expect(await look()).toContain('token: ok, TOKEN_TAKEN');
  expect(await faultsFound()).toEqual(['permissions: SERVER_LEFT', 'hierarchy: SERVER_LEFT']);
});

test('the doctor finds problems with the service: no webhook, a wrong secret, a key with too few rights', async () => {
  const { look } = await openClinic();
  const { body } = await commerce().post('/api_keys', { name: 'reader', scopes: ['read'] });
  const probeOf = (apiKey: string) => ({ probe: createProbe({ baseUrl: serviceUrl, apiKey }) });
  expect(news(await look(probeOf(body.secret)))).toEqual(['key: failed, KEY_CANT_WRITE']);
  expect(news(await look(probeOf('key_unknown')))).toEqual([
    'webhook: failed, FAULT',
    'key: failed, KEY_REFUSED',
  ]);
  expect(news(await look({ intakeUrls: ['https://elsewhere.test'] }))).toEqual([
    'webhook: failed, WEBHOOK_MISSING',
  ]);
  const webhookSecret = SECRET.replace('MDEy', 'MDEz');
  expect(news(await look({ webhookSecret }))).toEqual(['delivery: failed, DELIVERY_REFUSED']);
  const closed = 'http://127.0.0.1:9/webhooks/commerce';
  expect(news(await look({ intakeUrl: closed }))).toEqual(['delivery: failed, DELIVERY_UNREACHABLE']);
  const ahead = { now: () => new Date(Date.now() + 200_000) };
  expect(news(await look({ clock: ahead }))).toEqual([
    'platform clock: failed, CLOCK_WRONG',
    'service clock: failed, CLOCK_WRONG',
  ]);
});

test('a held sweep that waits for an admin is reported, and so is its refusal', async () => {
  const { look, roleId, map, people, sandbox, guildId, sweep, deps } = await openClinic(30);
  await map(roleId, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, roleId);
  await sweep();
  expect(news(await look())).toEqual(['held: failed, SWEEP_HELD']);
  await answerShown(deps, guildId, 'refuse', people[29] ?? '');
  expect(news(await look())).toEqual(['held: warning, SWEEP_REFUSED']);
});

test('an intake that cannot store is told apart from one that refuses', async () => {
  const { look } = await openClinic();
  const full = buildApp({ log: quietLog });
  onTestFinished(() => full.close());
  await full.register(listener, {
    store: async () => {
      throw new Error('could not extend file: No space left on device');
    },
    verify: createVerify({ secrets: [SECRET], clock: systemClock }),
    aliases: new Map(),
    clock: systemClock,
    log: quietLog,
  });
  const fullUrl = `${await full.listen({ host: '127.0.0.1', port: 0 })}/webhooks/commerce`;
  expect(news(await look({ intakeUrl: fullUrl }))).toEqual(['delivery: failed, DELIVERY_NOT_STORED']);
});

/** Findings that differ without the database. */
const WITHOUT_DATABASE = [
  'hierarchy: warning, NEEDS_DATABASE',
  'log channel: warning, NEEDS_DATABASE',
  'delivery: warning, NEEDS_DATABASE',
  'database: failed, DATABASE_GONE',
  'sweep: warning, NEEDS_DATABASE',
  'held: warning, NEEDS_DATABASE',
  'events: warning, NEEDS_DATABASE',
];

test.runIf(hasServer)('the doctor reports a lost database, with all it can find without one', async () => {
  const { look } = await openClinic();
  const wire = await wireTo(await emptyDatabase());
  const { prisma, close } = await openDatabase({ url: wire.url, dataDir: '' });
  onTestFinished(close);
  wire.refuse();
  expect(news(await look({ prisma }))).toEqual(WITHOUT_DATABASE);
  wire.mend();
  wire.cut();
  const silent = await look({ prisma }, 2_000);
  wire.mend();
  expect(news(silent)).toEqual(
    WITHOUT_DATABASE.map((line) => line.replace('warning, NEEDS_DATABASE', 'failed, TIMED_OUT')),
  );
});

test('a service that never answers times out its own checks and no others', async () => {
  const { look } = await openClinic();
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const address = silent.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.');
  const probe = createProbe({ baseUrl: `http://127.0.0.1:${address.port}`, apiKey: 'key_1' });
  expect(news(await look({ probe }, 3_000))).toEqual([
    'webhook: failed, TIMED_OUT',
    'key: failed, TIMED_OUT',
    'service clock: failed, TIMED_OUT',
  ]);
});
