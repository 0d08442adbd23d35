import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

async function buyAs(email: string) {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', {})).body;
  return (await buy(id, { email, username: email.split('@')[0] })).body.membership;
}

const emailsOf = async (list: string): Promise<string[]> => {
  const { status, body } = await commerce().get(list);
  expect([list, status]).toEqual([list, 200]);
  expect(body.pagination.total_count).toBe(body.data.length);
  return body.data.map(({ email }: { email: string }) => email).sort();
};

test('customers are who has bought something, members who of them has access now', async () => {
  const { get, post } = commerce();
  const ann = await buyAs('ann@example.com');
  const bob = await buyAs('bob@example.com');
  const waitlist = (await post('/plans', { release_method: 'waitlist' })).body.id;
  await commerce().buy(waitlist, { email: 'cem@example.com' });
  await post(`/memberships/${bob.id}/terminate`);

  expect(await emailsOf('/customers')).toEqual(['ann@example.com', 'bob@example.com']);
  expect(await emailsOf('/members')).toEqual(['ann@example.com']);
  expect(await emailsOf('/customers?email=BOB@example.com')).toEqual(['bob@example.com']);
  expect(await emailsOf('/members?email=bob@example.com')).toEqual([]);
  expect((await get(`/members/${ann.user}`)).body).toMatchObject({
    id: ann.user,
    email: 'ann@example.com',
    email_verified: false,
    username: 'ann',
    name: 'ann',
    profile_pic_url: null,
  });
  expect((await get(`/customers/${bob.user}`)).status).toBe(200);
  expect((await get(`/members/${bob.user}`)).body.error.message).toBe(`There is no member ${bob.user}.`);
});

test('who may not read memberships reads no customers', async () => {
  const { post, app } = commerce();
  const { secret } = (await post('/api_keys', { name: 'Plans', scopes: ['plans:read'] })).body;
  for (const path of ['/customers', '/members', '/members/user_1']) {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await app.inject({ url: `/api/v2${path}`, headers });
    expect([path, answer.statusCode]).toEqual([path, 403]);
  }
});
