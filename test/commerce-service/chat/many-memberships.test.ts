import { describe, expect, test } from 'vitest';
import { waitFor, waitUntil } from '../../support/wait.ts';
import { mailsTo, useCommerce } from '../support.ts';
import { buyerOf, titleOf } from './buyer.ts';
import { useProvider } from './provider.ts';

const provider = useProvider();
const commerce = useCommerce({ work: true, mailbox: true, service: { chat: provider.config } });

const ANN = 'ann@example.com';
const X = { id: '440832553390155656', name: 'ann.chats' };
const Y = { id: '550832553390155656', name: 'second.ann' };
const MANY = 140;
const HOUR = 60 * 60 * 1000;

/** What a request may do at once. */
const AT_ONCE = 5;

const open = () => buyerOf(commerce().app, provider);
const show = async (id: string) => (await commerce().get(`/memberships/${id}`)).body;
const newPlan = async (): Promise<string> => (await commerce().post('/plans', {})).body.id;

/** Every event of a change of owner or chat account: the membership's id, and the chat account named in it. */
async function told(): Promise<(readonly [string, string | undefined])[]> {
  const rows = await commerce().prisma.$queryRaw<{ id: string; chat: string | undefined }[]>`
    SELECT subject_id AS id, data->'community_chat'->>'id' AS chat FROM commerce.events
    WHERE name = 'membership_metadata_updated' ORDER BY sequence`;
  return rows.map(({ id, chat }) => [id, chat]);
}

const forget = () => commerce().prisma.event.deleteMany();

/** Copies of a membership, as if its buyer had bought that often. @returns all their ids, oldest first */
async function multiply(id: string, count = MANY): Promise<readonly string[]> {
  const { prisma } = commerce();
  const { metadata: _, answers: __, ...row } = await prisma.membership.findUniqueOrThrow({ where: { id } });
  const copies = Array.from({ length: count - 1 }, (___, n) => `${id}_${String(n).padStart(3, '0')}`);
  await prisma.membership.createMany({
    data: copies.map((copy) => ({
      ...row,
      id: copy,
      licenseKey: copy,
      checkoutSession: copy,
      metadata: {},
    })),
  });
  return [id, ...copies];
}

/** Somebody with as many memberships, whose chat account is X. */
async function personWithMany() {
  const buyer = open();
  const { page, id } = await buyer.buy(await newPlan(), ANN);
  await buyer.connect(page, X);
  const ids = await multiply(id);
  await forget();
  const connect = async (account: typeof X) =>
    buyer.connect(await buyer.visit('/memberships'), account, 'oauth/chat/connect');
  return { buyer, id, ids, connect };
}

describe('a person with 140 memberships', () => {
  test('changes accounts three times: each request tells of ten, and the rest is told once, of the last account', async () => {
    const { clock, prisma } = commerce();
    const { ids, connect } = await personWithMany();
    // The job isn't due yet.
    clock.stopAt(new Date(Date.now() + HOUR));
    const newest = ids.slice(-AT_ONCE);
    const expected: (readonly [string, string])[] = [];
    for (const account of [Y, X]) {
      expect((await connect(account)).html).toContain('Connected: ');
      expected.push(...newest.map((id) => [id, account.id] as const));
      expect(await told()).toEqual(expected);
    }
    clock.goOn();
    await connect(Y);
    await waitFor(async () => expect(await told()).toHaveLength(3 * AT_ONCE + MANY - AT_ONCE));
    const all = await told();
    const last = new Map(all);
    expect(ids.map((id) => last.get(id))).toEqual(ids.map(() => Y.id));
    const rest = all.map(([id]) => id).filter((id) => !newest.includes(id));
    expect(rest.toSorted()).toEqual(ids.slice(0, -AT_ONCE).toSorted());
    const where = { communityChatId: Y.id, communityChatUsername: Y.name };
    expect(await prisma.membership.count({ where })).toBe(MANY);
  });

  test('is told of each once, also when the work breaks off in the middle', async () => {
    const { prisma } = commerce();
    const { ids, connect } = await personWithMany();
    // Within the job's second transaction.
    const middle = ids.at(-(AT_ONCE + 30));
    await prisma.$executeRawUnsafe(
      `ALTER TABLE commerce.events ADD CONSTRAINT broken CHECK (subject_id <> '${middle}') NOT VALID`,
    );
    try {
      expect((await connect(Y)).html).toContain('Connected: second.ann');
      await waitUntil(async () => {
        const [job] = await prisma.$queryRaw<object[]>`
          SELECT 1 FROM pgboss.job WHERE name = 'commerce-owner' AND retry_count > 0`;
        return job;
      });
      expect(await told()).toHaveLength(AT_ONCE + 20);
    } finally {
      await prisma.$executeRaw`ALTER TABLE commerce.events DROP CONSTRAINT broken`;
    }
    await waitFor(async () => expect(await told()).toHaveLength(MANY));
    expect((await told()).toSorted()).toEqual(ids.map((id) => [id, Y.id]).toSorted());
  });

  test('moves with all of them to the person who reads their address, who is told of each once', async () => {
    const { prisma } = commerce();
    const { ids } = await personWithMany();
    const buyer = open();
    await buyer.signInAt('/memberships?sign_in', 'oauth/sign-in', 'other@example.com');
    await buyer.connect(await buyer.visit('/memberships'), X, 'oauth/chat/connect');
    await waitFor(async () => expect(await told()).toHaveLength(MANY));
    expect((await told()).map(([id]) => id).toSorted()).toEqual(ids.toSorted());
    const owner = await prisma.user.findFirstOrThrow({ where: { email: 'other@example.com' } });
    expect(await prisma.membership.count({ where: { userId: owner.id, ownerEventDue: false } })).toBe(MANY);
  });

  test('proves the address: the mail names the newest 50, and says how many more there are', async () => {
    const { app } = commerce();
    const { id } = await open().buy(await newPlan(), ANN);
    const ids = await multiply(id);
    await forget();
    await open().signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
    await waitUntil(() => mailsTo(app, ANN).some((text) => text.includes('are now yours')));
    const mail = mailsTo(app, ANN).find((text) => text.includes('are now yours')) ?? '';
    expect(ids.filter((one) => mail.includes(`/memberships/${one}\n`))).toEqual(ids.slice(-50));
    expect(mail).toContain(`And ${MANY - 50} more: https://shop.test/memberships\n`);
    await waitFor(async () => expect(await told()).toHaveLength(MANY));
  });
});

describe('changing the connected account', () => {
  test('is possible five times in an hour, then the page says when it is again', async () => {
    const { clock } = commerce();
    const start = Date.now();
    clock.stopAt(new Date(start));
    const buyer = open();
    const { page, id } = await buyer.buy(await newPlan(), ANN);
    await buyer.connect(page, X);
    const connect = async (account: typeof X) =>
      buyer.connect(await buyer.visit(`/memberships/${id}`), account);
    for (const account of [Y, X, Y, X, Y])
      expect((await connect(account)).html).toContain(`Connected: ${account.name}`);
    clock.stopAt(new Date(start + HOUR - 90_000));
    await forget();
    const refused = await connect(X);
    expect([refused.status, titleOf(refused)]).toEqual([429, 'You’ve changed your chat account too often']);
    expect(refused.html).toContain('again in 2 minutes');
    expect(refused.headers['retry-after']).toBe('90');
    expect(await show(id)).toMatchObject({ community_chat: { id: Y.id } });
    expect(await told()).toEqual([]);
    // Nor does another name of the account change all that is theirs over and over.
    expect((await connect({ ...Y, name: 'renamed.ann' })).status).toBe(429);
    expect((await connect(Y)).html).toContain('Connected: second.ann');
    clock.stopAt(new Date(start + HOUR));
    expect((await connect(X)).html).toContain('Connected: ann.chats');
  });
});
