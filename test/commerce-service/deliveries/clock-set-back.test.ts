import { expect, test } from 'vitest';
import { startReceiver, useCommerce } from '../support.ts';

const commerce = useCommerce();

const DAY = 24 * 60 * 60 * 1000;

test('what a clock that was a day ahead has put off is delivered once the clock is right, and nothing else sooner', async () => {
  const { clock, prepare, post, buy, prisma } = commerce();
  const now = new Date();
  clock.stopAt(now);
  await prepare((await startReceiver()).url);
  const { id } = (await post('/plans', {})).body;
  await buy(id, { email: 'ann@example.com', community_chat_id: '42' });
  await buy(id, { email: 'ben@example.com', community_chat_id: '43' });
  const [wrong, right] = await prisma.delivery.findMany({ orderBy: { sequence: 'asc' } });
  const ahead = new Date(now.getTime() + DAY);
  await prisma.delivery.update({
    where: { id: wrong?.id ?? '' },
    data: { attempts: 1, nextAttemptAt: ahead, claimedUntil: ahead },
  });
  const soon = new Date(now.getTime() + 290_000);
  await prisma.delivery.update({
    where: { id: right?.id ?? '' },
    data: { attempts: 2, nextAttemptAt: soon },
  });
  await commerce().cleanUp();
  const stateOf = (of?: { id: string }) =>
    prisma.delivery.findUniqueOrThrow({
      where: { id: of?.id ?? '' },
      select: { nextAttemptAt: true, claimedUntil: true },
    });
  expect(await stateOf(wrong)).toEqual({ nextAttemptAt: now, claimedUntil: null });
  expect(await stateOf(right)).toEqual({ nextAttemptAt: soon, claimedUntil: null });
});
