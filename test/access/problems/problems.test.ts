import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  dismissProblem,
  retryAllProblems,
  retryProblem,
} from '../../../src/access/problems/answer-problems.ts';
import { listProblems } from '../../../src/access/problems/list-problems.ts';
import { raiseProblem } from '../../../src/access/problems/problems.ts';
import { retryProblems } from '../../../src/access/problems/retry-problems.ts';
import { keyOf, roleSubject, SERVER } from '../../../src/access/problems/subject.ts';
import { memberChanged } from '../../../src/access/queue/queues.ts';
import type { Database } from '../../../src/database/index.ts';
import { ChatFault } from '../../../src/i18n/chat-fault.ts';
import { type Jobs, startJobs } from '../../../src/jobs/index.ts';
import { adminActions } from '../../audit/log.ts';
import { openTestDatabase } from '../../support/database.ts';
import { quietLog } from '../../support/log.ts';
import { waitFor } from '../../support/wait.ts';
import { startEngine } from '../engine.ts';

/** No retries, so that the first failure is final. */
const queue = { ...memberChanged, retries: 0 };

let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await startJobs({ database, queues: [queue], log: quietLog });
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

const by = '100000000000000001';

const ADD_ROLE = { method: 'PUT', route: '/guilds/:guild_id/members/:user_id/roles/:role_id' } as const;

const actionsIn = async (guildId: string) => {
  const rows = await adminActions(database.prisma, { guildId });
  return rows.map(({ actor, action, subject }) => [actor, action, subject]);
};

test('a problem is listed with its affected members, retried, dismissed, and listed again when it recurs', async () => {
  const engine = await startEngine(database);
  const { guildId, people, role, map, buy, sync, sent } = engine;
  const deps = { ...engine.deps, failed: jobs.failed };
  const [ada = '', ben = ''] = people;
  const boss = role('Boss', 60);
  const subject = keyOf(roleSubject(boss));
  await map(boss, 'plan_a');
  for (const person of [ada, ben]) {
    await buy(person, 'plan_a');
    await sync(person);
  }
  const [problem, ...others] = (await listProblems(deps, guildId)).needsAction;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    subject,
    about: { kind: 'role', roleId: boss },
    isBlocking: true,
    affected: 2,
    userIds: [ada, ben].toSorted(),
    problem: { code: 'ROLE_FORBIDDEN', message: expect.stringContaining('drag its role above') },
  });

  const asked = { guildId, by };
  expect(await retryAllProblems(deps, asked)).toBe(1);
  expect(sent(memberChanged).map(({ userId, orderedBy }) => [userId, orderedBy])).toEqual(
    [ada, ben].toSorted().map((userId) => [userId, by]),
  );
  expect((await listProblems(deps, guildId)).needsAction).toMatchObject([{ isBlocking: false }]);

  expect(await dismissProblem(deps, asked, { subject })).toBe(true);
  expect(await dismissProblem(deps, asked, { subject }), 'dismissed twice').toBe(false);
  expect(await retryProblem(deps, asked, { subject }), 'retried when gone').toBe(false);
  expect(await listProblems(deps, guildId)).toMatchObject({ needsAction: [], needsActionCount: 0 });
  expect(await actionsIn(guildId)).toEqual([
    [by, 'problem retried', subject],
    [by, 'problem dismissed', subject],
  ]);

  await sync(ada);
  expect((await listProblems(deps, guildId)).needsAction).toMatchObject([{ subject, affected: 1 }]);
});

test('each problem is retried with one member, and a success queues the others', async () => {
  const engine = await startEngine(database, 8);
  const { sandbox, deps, guildId, people, role, rolesOf, map, buy, end, sync, workQueued, signal } = engine;
  const boss = role('Boss', 60);
  const chief = role('Chief', 60);
  await map(boss, 'plan_a');
  await map(chief, 'plan_b');
  const members = people.toSorted().slice(0, 6);
  for (const person of members) {
    await buy(person, 'plan_a');
    await buy(person, 'plan_b');
    await sync(person);
  }
  const puts = () => sandbox.calls.count({ method: 'PUT' });
  sandbox.calls.reset();
  await retryProblems(deps, guildId, signal);
  expect(await workQueued(), 'two problems, two tries').toBe(2);
  expect(await workQueued(), 'nothing was mended, so nobody is called').toBe(0);
  expect(puts()).toBe(2);

  // The first member, with whom the retry starts, no longer needs the role and so proves nothing.
  const [first = ''] = members;
  await end([first]);
  sandbox.community.changeRole(guildId, boss, { position: 2 });
  await retryProblems(deps, guildId, signal);
  expect(await workQueued()).toBe(2);
  expect(await workQueued(), 'the next one').toBe(2);
  expect(rolesOf(members[1] ?? '')).toEqual([boss]);
  expect(rolesOf(members[2] ?? '')).toEqual([]);
  expect(await workQueued(), 'the other four, by the success with one role').toBe(4);
  expect(members.filter((person) => rolesOf(person)?.includes(boss))).toEqual(members.slice(1));
  const left = (await listProblems({ ...deps, failed: jobs.failed }, guildId)).needsAction;
  expect(left).toMatchObject([{ subject: keyOf(roleSubject(chief)), isBlocking: true, affected: 5 }]);
});

test('a refusal recorded only after its cause was fixed is tried again', async () => {
  const engine = await startEngine(database);
  const { sandbox, deps, guildId, people, role, rolesOf, map, buy, sync, workQueued, signal } = engine;
  const [ada = ''] = people;
  const boss = role('Boss', 60);
  await map(boss, 'plan_a');
  await buy(ada, 'plan_a');
  const hold = sandbox.faults.hold(ADD_ROLE);
  sandbox.faults.answer(ADD_ROLE, { status: 403, code: 50013 });
  const refused = sync(ada);
  await hold.arrived;
  sandbox.community.changeRole(guildId, boss, { position: 2 });
  const retried = retryProblems(deps, guildId, signal);
  hold.remove();
  expect((await refused).changes).toEqual([]);
  await retried;
  await workQueued();
  expect(rolesOf(ada)).toEqual([boss]);
});

test('when a problem is retried, members for whom only free purchases by others speak come last, and nobody loses more than a sweep takes', async () => {
  const { guildId, people, deps, role, map, buy, sync, sent } = await startEngine(database);
  const [ada = '', ben = '', cleo = ''] = people;
  const boss = role('Boss', 60);
  await map(boss, 'plan_a');
  await buy(ada, 'plan_a', { free: true, chatProven: false });
  await buy(ben, 'plan_a', { chatProven: false });
  await buy(cleo, 'plan_a', { free: true });
  for (const person of people) await sync(person);
  const subject = keyOf(roleSubject(boss));
  await retryProblem({ ...deps, failed: jobs.failed }, { guildId, by }, { subject });
  const queued = sent(memberChanged).filter(({ orderedBy }) => orderedBy === by);
  expect(Object.fromEntries(queued.map(({ userId, urgency }) => [userId, urgency]))).toEqual({
    [ada]: 'claimed',
    [ben]: 'live',
    [cleo]: 'live',
  });
  expect(queued.map(({ isGuarded }) => isGuarded)).toEqual([true, true, true]);
});

const LOOK = { method: 'GET', route: '/guilds/:guild_id/members/:user_id' } as const;

/** Accounts that somebody typed in free purchases. They aren't in the server, and come first by their ids. */
const strangers = Array.from({ length: 40 }, (_, n) => String(100_000_000_000_000_000n + BigInt(n)));

test('once the server is reachable again, accounts that others typed delay no payer', async () => {
  const engine = await startEngine(database);
  const { sandbox, deps, guildId, people, role, rolesOf, map, buy, sync, sent, workQueued, signal } = engine;
  const [ada = ''] = people;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a');
  await buy(ada, 'plan_a', { chatProven: false });
  for (const person of strangers) await buy(person, 'plan_a', { free: true, chatProven: false });
  sandbox.faults.answer(LOOK, { status: 403, code: 50001 }, 1_000);
  for (const person of [ada, ...strangers]) await sync(person);
  expect((await listProblems({ ...deps, failed: jobs.failed }, guildId)).needsAction).toMatchObject([
    { subject: 'server', affected: 41 },
  ]);

  sandbox.calls.reset();
  await retryProblems(deps, guildId, signal);
  expect(await workQueued(), 'nothing was mended').toBe(0);
  expect(sandbox.calls.count(LOOK)).toBe(1);

  sandbox.faults.clear();
  sandbox.calls.reset();
  await retryProblems(deps, guildId, signal);
  const queued = sent(memberChanged);
  expect(queued.filter(({ urgency }) => urgency === 'live').map(({ userId }) => userId)).toEqual([ada]);
  expect(sandbox.calls.count(LOOK), 'the bot looks at itself only').toBe(1);
  expect(await workQueued()).toBe(41);
  expect(rolesOf(ada)).toEqual([supporter]);
  expect((await listProblems({ ...deps, failed: jobs.failed }, guildId)).needsAction).toEqual([]);
});

test('a problem of the server that affects nobody is closed as soon as the server is reachable', async () => {
  const { deps, guildId, signal } = await startEngine(database);
  await raiseProblem(deps, guildId, SERVER, { code: 'SERVER_HIDDEN' });
  await retryProblems(deps, guildId, signal);
  expect((await listProblems({ ...deps, failed: jobs.failed }, guildId)).needsAction).toEqual([]);
});

test('a role is tried first with members who have an owner, and with others after all other jobs', async () => {
  const engine = await startEngine(database, 4);
  const { sandbox, deps, guildId, people, role, map, buy, sync, sent, workQueued, signal } = engine;
  const boss = role('Boss', 60);
  await map(boss, 'plan_a');
  const [claimed = '', payer = '', proven = '', another = ''] = people.toSorted();
  await buy(claimed, 'plan_a', { free: true, chatProven: false });
  await buy(payer, 'plan_a', { chatProven: false });
  await buy(proven, 'plan_a', { free: true });
  await buy(another, 'plan_a', { free: true, chatProven: false });
  for (const person of people) await sync(person);
  sandbox.community.changeRole(guildId, boss, { position: 2 });
  // Whoever no longer needs the role proves nothing, so that the next one is tried.
  await engine.end(people);
  await retryProblems(deps, guildId, signal);
  const tried: unknown[] = [];
  for (let [next] = sent(memberChanged); next; [next] = sent(memberChanged)) {
    tried.push([next.userId, next.urgency]);
    await workQueued();
  }
  expect(tried).toEqual([
    [payer, 'live'],
    [proven, 'live'],
    [claimed, 'claimed'],
    [another, 'claimed'],
  ]);
});

test('a job without retries left is listed in its guild alone, and is retried or dismissed', async () => {
  const engine = await startEngine(database);
  const { guildId, people } = engine;
  const deps = { ...engine.deps, failed: jobs.failed };
  const [ada = '', ben = '', cleo = ''] = people;
  const request = { urgency: 'live', mayTake: true } as const;
  const attempts: string[] = [];
  await jobs.work(queue, async ({ userId }) => {
    attempts.push(userId);
    if (userId === ada) throw new ChatFault('COMMERCE_BUSY', { seconds: 7 });
    if (userId === ben) throw new Error('password=secret');
    if (attempts.filter((one) => one === userId).length === 1) throw new Error('only the first time');
  });
  for (const userId of [ada, ben, cleo])
    await jobs.send(queue, { guildId, userId, ...request }, { key: `${guildId}:${userId}` });
  const failedWork = async () => (await listProblems(deps, guildId)).failedWork;
  await waitFor(async () => expect(await failedWork()).toHaveLength(3));
  const found = new Map((await failedWork()).map((item) => [item.userId, item]));
  const said = { code: 'COMMERCE_BUSY', details: { seconds: 7 }, message: expect.stringContaining('7 s') };
  expect(found.get(ada)).toMatchObject({ ...said, queue: queue.name, attempts: 1, membershipId: null });
  expect(found.get(ben)).toMatchObject({ code: 'UNEXPECTED', message: null });
  expect((await listProblems(deps, '100000000000000008')).failedWork).toEqual([]);

  const job = (userId: string) => ({ job: found.get(userId) ?? { id: '', queue: '' } });
  const stranger = { guildId: '100000000000000008', by };
  expect(await retryProblem(deps, stranger, job(cleo)), 'from another guild').toBe(false);
  const asked = { guildId, by };
  expect(await retryProblem(deps, asked, job(cleo))).toBe(true);
  expect(await dismissProblem(deps, asked, job(ben))).toBe(true);
  expect(await dismissProblem(deps, asked, job(ben)), 'dismissed twice').toBe(false);
  await waitFor(() => expect(attempts.filter((userId) => userId === cleo)).toHaveLength(2));
  expect((await failedWork()).map(({ userId }) => userId)).toEqual([ada]);
  expect(await actionsIn(guildId)).toEqual([
    [by, 'work retried', cleo],
    [by, 'work dismissed', ben],
  ]);
  expect((await jobs.backlog()).waiting).toBe(0);
});
