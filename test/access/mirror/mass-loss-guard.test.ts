import { expect, test } from 'vitest';
import { refreshMembership } from '../../../src/access/mirror/refresh-membership.ts';
import { refreshMirror } from '../../../src/access/mirror/refresh-mirror.ts';
import { ended, minutes, NOON, named, useMirror } from '../support.ts';

const { asked, deps, holds, prisma, receive, service, stored, validity } = useMirror();

test('a service that lists none of the known memberships revokes nothing, and a returning one keeps its history', async () => {
  holds(named('mem_1'));
  await refreshMirror(deps());
  holds(named('mem_9'));
  for (const [minute, emptied] of [[15, 0] as const, [30, 1] as const, [45, 1] as const])
    expect(await refreshMirror(deps(minutes(minute)))).toEqual({ emptied });
  expect(await stored()).toMatchObject({ valid: true, doubtedSince: minutes(15) });
  holds(named('mem_1'), named('mem_9'));
  expect(await refreshMirror(deps(minutes(60)))).toMatchObject({ listed: 2, asked: 0 });
  expect(await stored()).toMatchObject({ valid: true, startedAt: NOON, missingSince: null });
});

test('a switch to another service account is detected even if a webhook made one of its purchases known first', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  holds(named('mem_9'));
  await receive({ action: 'membership.went_valid', data: { id: 'mem_9' } }, minutes(5));
  await refreshMembership(deps(minutes(5)), 'mem_9');
  for (const [minute, emptied] of [[15, 0] as const, [30, 2] as const])
    expect(await refreshMirror(deps(minutes(minute)))).toEqual({ emptied });
  expect(await validity('mem_1', 'mem_2', 'mem_9')).toEqual([true, true, true]);
  holds(named('mem_1'), named('mem_2'));
  expect(await refreshMirror(deps(minutes(45))), 'the right account is back').toMatchObject({ listed: 2 });
  expect(await stored('mem_2')).toMatchObject({ valid: true, doubtedSince: null });
});

test('a membership still unknown when most others are back counts as missing only from then on', async () => {
  const all = [1, 2, 3, 4].map((n) => named(`mem_${n}`));
  holds(...all);
  await refreshMirror(deps());
  holds();
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ emptied: 0 });
  holds(...all.slice(1));
  expect(await refreshMirror(deps(minutes(30)))).toMatchObject({ missing: 1, gone: 0 });
  expect(await stored()).toMatchObject({ valid: true, missingSince: minutes(30), doubtedSince: null });
  expect(await refreshMirror(deps(minutes(45)))).toMatchObject({ missing: 0, gone: 1 });
});

test('one membership reported as ended does not hide that most others are unknown', async () => {
  holds(...Array.from({ length: 10 }, (_, n) => named(`mem_${n}`)));
  await refreshMirror(deps());
  holds(named('mem_0'), named('mem_1'), { ...ended, id: 'mem_2' });
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ emptied: 0 });
  expect(await refreshMirror(deps(minutes(30)))).toEqual({ emptied: 8 });
});

test('a timestamp stored by a clock that ran ahead counts as now', async () => {
  const month = 30 * 24 * 60;
  holds(named('mem_1'), named('mem_2'), named('mem_3'));
  await refreshMirror(deps());
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps(minutes(month)));
  expect(await refreshMirror(deps(minutes(15)))).toMatchObject({ missing: 1, gone: 0 });
  expect(await refreshMirror(deps(minutes(30)))).toMatchObject({ missing: 0, gone: 1 });
  holds();
  await refreshMirror(deps(minutes(month)));
  expect(await refreshMirror(deps(minutes(45)))).toEqual({ emptied: 0 });
  expect(await refreshMirror(deps(minutes(60)))).toEqual({ emptied: 2 });
});

test('one unreadable answer does not hide that all others are unknown', async () => {
  holds(named('mem_1'), named('mem_2'), named('mem_3'));
  await refreshMirror(deps());
  holds();
  service.holds.set('mem_2', { id: 'mem_2' });
  for (const [minute, emptied] of [[15, 0] as const, [30, 3] as const])
    expect(await refreshMirror(deps(minutes(minute)))).toEqual({ emptied });
});

test('the end of several memberships at once is doubted, and the end of a single one is believed', async () => {
  holds(named('mem_1'), named('mem_2'));
  await refreshMirror(deps());
  const over = { status: 'expired', valid: false };
  holds(named('mem_1', over), named('mem_2', over));
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ emptied: 0 });
  expect(await validity('mem_1', 'mem_2')).toEqual([true, true]);
  expect(await refreshMirror(deps(minutes(30)), { isTrusted: true })).toMatchObject({ asked: 2, gone: 0 });
  expect(await stored('mem_2')).toMatchObject({ ...over, endedAt: minutes(30) });
  holds(named('mem_3'));
  await refreshMirror(deps(minutes(45)));
  holds(named('mem_3', over));
  expect(await refreshMirror(deps(minutes(60)))).toMatchObject({ asked: 1 });
  expect(await stored('mem_3')).toMatchObject(over);
});

test('a refresh asks about 50 missing memberships at most before it doubts all', async () => {
  const all = Array.from({ length: 120 }, (_, n) => named(`mem_${100 + n}`));
  holds(...all);
  await refreshMirror(deps());
  holds();
  asked.length = 0;
  expect(await refreshMirror(deps(minutes(15)))).toEqual({ emptied: 0 });
  expect(asked.filter((path) => path.startsWith('/memberships/'))).toHaveLength(50);
  expect(await refreshMirror(deps(minutes(30)))).toEqual({ emptied: 120 });
  expect(await prisma().mirroredMembership.count({ where: { valid: true } })).toBe(120);
});
