import { expect, test } from 'vitest';
import { linkOf } from '../../src/linking/link-status.ts';
import { unlink } from '../../src/linking/links.ts';
import { type Seen, titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const LINKS = 6;
const HOUR = 3_600_000;

test('nobody links more than six times within an hour, whichever account they link, and a link can still be ended', async () => {
  const { member, buy, deps, time } = world();
  const [tomasz, sunniva] = [member('tomasz_k'), member('sunniva')];
  await buy('tom@example.com');
  await buy('sunniva@example.com');
  const visitor = visitorOf(world());
  const end = () => unlink(deps, { chatUserId: tomasz, orderedBy: tomasz });
  for (let links = 1; links <= LINKS; links++) {
    expect(titleOf(await visitor.link(tomasz, 'tom@example.com'))).toBe('Your accounts are linked');
    if (links < LINKS) expect(await end()).toBe(1);
  }
  // Linking the same accounts again changes nothing, so it doesn't count.
  expect(titleOf(await visitor.link(tomasz, 'tom@example.com'))).toBe('Your accounts are linked');
  expect(await end()).toBe(1);

  const refused = await visitor.toConfirm(tomasz, 'tom@example.com');
  expect([refused.status, titleOf(refused)]).toEqual([429, 'You have linked too often']);
  const { pausedUntil } = await linkOf(deps, tomasz);
  const minute = new Date((pausedUntil?.getTime() ?? 0) + 59_999).toISOString().slice(11, 16);
  expect(refused.html).toContain(`You can link again at ${minute} UTC.`);
  const otherAccount = await visitor.toConfirm(sunniva, 'tom@example.com');
  expect(titleOf(otherAccount)).toBe('You have linked too often');
  const otherPurchases = await visitorOf(world()).toConfirm(tomasz, 'sunniva@example.com');
  expect(titleOf(otherPurchases)).toBe('You have linked too often');
  const others = await visitorOf(world()).toConfirm(sunniva, 'sunniva@example.com');
  expect(titleOf(others)).toBe('Link these two accounts?');

  time.ahead = HOUR + 60_000;
  expect(titleOf(await visitor.link(tomasz, 'tom@example.com'))).toBe('Your accounts are linked');
  time.ahead = 0;
});

test('of links that are confirmed at the same time, no more than six an hour are made', async () => {
  const { member, buy, prisma } = world();
  const [leif, ada] = [member('leif.h'), member('ada.okafor')];
  await buy('leif@example.com');
  const confirmations: (() => Promise<Seen>)[] = [];
  for (let number = 0; number < LINKS + 2; number++) {
    const visitor = visitorOf(world());
    const page = await visitor.toConfirm(number % 2 ? leif : ada, 'leif@example.com');
    confirmations.push(() => visitor.press(page, '/link/confirm'));
  }
  const statuses = (await Promise.all(confirmations.map((confirm) => confirm()))).map(({ status }) => status);
  const where = { chatUserId: { in: [leif, ada] } };
  expect(await prisma.linkChange.count({ where })).toBeLessThanOrEqual(LINKS);
  for (const status of statuses) expect([200, 410, 429]).toContain(status);
});
