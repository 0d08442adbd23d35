import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProblems } from '../../../src/access/problems/problems.ts';
import { retryProblems } from '../../../src/access/problems/retry-problems.ts';
import { accountSubject, keyOf } from '../../../src/access/problems/subject.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { foundCrew, openEngine } from '../engine.ts';

const SEED = Number(process.env['ODD_SEED'] ?? 20261122);
const RUNS = Number(process.env['ODD_RUNS'] ?? 50);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The platform's error codes for servers, roles, members and other objects. */
const CODES = [0, 10003, 10004, 10007, 10011, 10013, 20012, 30005, 50001, 50013, 50025, 50028, 50035, 60003];
const code = fc.oneof(fc.constantFrom(...CODES), fc.integer({ min: 0, max: 200_000 }));
const status = fc.oneof(
  fc.constantFrom(200, 204, 304, 400, 403, 404, 409, 422, 451, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);
const json = { type: fc.constant('application/json') };
const answer = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ status, code, message: fc.string({ unit: 'binary' }) }) },
    { weight: 1, arbitrary: fc.record({ status, body: fc.json(), ...json }) },
    { weight: 1, arbitrary: fc.record({ status, body: fc.string(), ...json }) },
    {
      weight: 1,
      arbitrary: fc.record({
        status,
        body: fc.constant('<h1>Access denied</h1>'),
        type: fc.constant('text/html'),
      }),
    },
  )
  .map((said) =>
    'code' in said
      ? {
          status: said.status,
          type: 'application/json',
          body: JSON.stringify({ code: said.code, message: said.message }),
        }
      : said,
  );

/**
 * Returns whether an answer concerns all members and not only one: a refused token, a rate limit, or a 403 without a
 * code, which comes from the firewall in front of the platform. All syncs wait then.
 */
const isAboutAll = ({ status, body }: { status: number; body: string }): boolean =>
  status === 401 || status === 429 || (status === 403 && !/^{"code":\d/.test(body));

const scenario = fc.record({
  answer: answer.filter((said) => !isAboutAll(said)),
  /** Method that gets the answer: reads, changes, or both (undefined). */
  method: fc.constantFrom('GET', 'PUT', 'PATCH', undefined),
  roles: fc.integer({ min: 1, max: 2 }),
});

test(`whatever the platform answers about one account, the others have their roles at once: ${RUNS} runs (seed ${SEED})`, {
  timeout: RUNS * 5_000,
}, async () => {
  const parts = await openEngine(database);
  const { faults, calls } = parts.sandbox;
  const property = fc.asyncProperty(scenario, async ({ answer, method, roles }) => {
    const crew = foundCrew(parts, 4);
    const { deps, guildId, rolesOf, sync, signal } = crew;
    const [odd = '', ...others] = crew.people;
    const wanted = Array.from({ length: roles }, (_, n) => crew.role(`Supporter ${n}`));
    for (const roleId of wanted) await crew.map(roleId, 'plan_a');
    const last = others.pop() ?? '';
    const pay = (person: string) => crew.buy(person, 'plan_a');
    const hasAll = (person: string) =>
      expect(rolesOf(person)?.toSorted(), JSON.stringify(answer)).toEqual(wanted.toSorted());
    /** Pays for a member, and expects one sync to grant all roles without an extra call. */
    const hasRolesAtOnce = async (person: string) => {
      calls.reset();
      await pay(person);
      await sync(person);
      hasAll(person);
      expect(calls.count(), JSON.stringify(answer)).toBe(roles === 1 ? 3 : 4);
    };
    const fault = faults.add({
      userId: odd,
      route: '/guilds/*',
      effect: { kind: 'answer', ...answer },
      ...(method && { method }),
    });
    await pay(odd);
    const tryOdd = () => sync(odd).catch(() => undefined);
    await tryOdd();
    for (const person of others) await hasRolesAtOnce(person);
    const blamed = (await openProblems(database.prisma, guildId)).map(({ subject }) => subject);
    const own = [undefined, ...wanted].map((id) => keyOf(accountSubject({ userId: odd }, id)));
    expect(own).toEqual(expect.arrayContaining(blamed));
    await retryProblems(deps, guildId, signal);
    await crew.workQueued().catch(() => undefined);
    await hasRolesAtOnce(last);

    fault.remove();
    await retryProblems(deps, guildId, signal);
    await crew.workQueued();
    if (blamed.length === 0) await sync(odd);
    hasAll(odd);
    expect(await openProblems(database.prisma, guildId)).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
});
