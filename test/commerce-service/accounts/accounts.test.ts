import { expect, test } from 'vitest';
import { rememberCallers } from '../../../src/commerce-service/accounts/callers.ts';
import { hashCredential } from '../../../src/commerce-service/api-keys/credentials.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

/** Another seller on the same service, with an API key. */
async function openAnotherAccount() {
  const { app, prisma } = commerce();
  const key = 'key_of-another-account';
  const createdAt = new Date();
  await prisma.account.create({ data: { id: 'acct_other', handle: 'other', createdAt } });
  const grants = { accountId: 'acct_other', hash: hashCredential(key), scopes: ['read', 'write'] };
  await prisma.apiKey.create({ data: { id: 'key_other', ...grants, createdAt } });
  return async (url: string, payload: object = {}) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await app.inject({ method: 'POST', url: `/api/v2${url}`, headers, payload })).statusCode;
  };
}

test("an account can neither change nor lock another one's rows", async () => {
  const { prisma, post, buy, get } = commerce();
  const plan = (await post('/plans', { initial_price: 5, release_method: 'buy_now' })).body;
  const { membership } = (await buy(plan.id, { email: 'ann@example.com', card_number: '4242424242424242' }))
    .body;
  const [payment] = (await get('/payments')).body.data;
  // Whoever locks a row leaves a mark on it, also where nothing comes of it.
  const marks = () =>
    prisma.$queryRaw`SELECT id, xmax::text FROM commerce.memberships UNION ALL
      SELECT id, xmax::text FROM commerce.payments UNION ALL SELECT id, xmax::text FROM commerce.plans`;
  const before = await marks();
  const other = await openAnotherAccount();
  for (const url of [
    `/memberships/${membership.id}/terminate`,
    `/memberships/${membership.license_key}/terminate`,
    `/payments/${payment.id}/refund`,
    `/plans/${plan.id}`,
    `/plans/${plan.id}/entries/entry_none/accept`,
  ])
    expect([url, await other(url)]).toEqual([url, 404]);
  expect(await marks()).toEqual(before);
});

test('a key that is revoked while it is looked up is refused from then on', async () => {
  await openAnotherAccount();
  const { prisma, clock } = commerce();
  const callers = rememberCallers({ prisma, clock });
  const lookUp = () => callers.find('key_of-another-account');
  const early = lookUp();
  callers.forget('key_other');
  expect(await early).toMatchObject({ keyId: 'key_other' });
  await prisma.apiKey.update({ where: { id: 'key_other' }, data: { revokedAt: clock.now() } });
  expect(await lookUp()).toBeUndefined();
});
