import { expect, test } from 'vitest';
import { openBrowser } from '../oauth/browser.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });

const ANN = 'ann@example.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A list on which Ann stands, whom it has come to. */
async function listWithAnn(status: 'waiting' | 'accepted' | 'bought' | 'expired' | 'withdrawn') {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', { release_method: 'waitlist' })).body;
  await buy(id, { email: ANN });
  await prisma.planEntry.updateMany({ data: { status } });
  return id;
}

const entriesOf = async (plan: string) => (await commerce().get(`/plans/${plan}/entries`)).body.data;

/** What somebody in a new browser is answered who joins with an address: as a program, and on the page. */
async function answersTo(plan: string, email: string) {
  const payload = new URLSearchParams({ email }).toString();
  const join = async (accept: string) => {
    const url = `/checkout/${plan}`;
    const { statusCode, body } = await commerce().app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...FORM, accept },
    });
    return { statusCode, body: body.replaceAll(email, 'their address') };
  };
  return [await join('application/json'), await join('text/html')];
}

test.each(['waiting', 'accepted', 'bought', 'expired', 'withdrawn'] as const)(
  'nobody learns by typing an address that it is on a list (%s)',
  async (status) => {
    const plan = await listWithAnn(status);
    const answers = await answersTo(plan, ANN);
    expect(answers).toEqual(await answersTo(plan, 'nobody@example.com'));
    expect(JSON.parse(answers[0]?.body ?? '').entry).toMatchObject({ id: null, created_at: null });
    expect(answers[1]?.body).not.toContain('entry_');
  },
);

test('nor where a list is for customers: who is none is refused with any address', async () => {
  const { post } = commerce();
  const plan = await listWithAnn('waiting');
  await post(`/plans/${plan}`, { requirements: { products: ['prod_none'] } });
  const answers = await answersTo(plan, ANN);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  const others = await answersTo(plan, 'nobody@example.com');
  expect(answers[0]).toEqual(others[0]);
});

test('nobody moves the place that somebody else let go by', async () => {
  const plan = await listWithAnn('expired');
  const [before] = await entriesOf(plan);
  await answersTo(plan, ANN);
  const [added, still] = await entriesOf(plan);
  expect(still).toEqual(before);
  expect(added).toMatchObject({ email: ANN, status: 'waiting' });
  expect(added.user).not.toBe(before.user);
  await answersTo(plan, ANN);
  expect(await entriesOf(plan)).toHaveLength(2);
});

test('the browser that joined stands in line again with the same entry', async () => {
  const plan = await listWithAnn('expired');
  await commerce().buy(plan, { email: ANN });
  expect(await entriesOf(plan)).toMatchObject([{ status: 'waiting' }]);
});

test('whoever has shown that the address is theirs is told how it stands', async () => {
  const plan = await listWithAnn('accepted');
  const browser = openBrowser(commerce().app);
  await browser.signInAt('/memberships?sign_in', 'oauth/sign-in', ANN);
  const page = await browser.visit(`/checkout/${plan}`);
  const joined = await browser.submit(page.html, plan, { email: ANN });
  const [entry] = await entriesOf(plan);
  expect(joined.html).toContain(entry.id);
  expect(joined.html).toContain('A place is yours');
});
