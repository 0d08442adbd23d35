import { expect, onTestFinished, test } from 'vitest';
import { verifyChain } from '../../../src/audit/verify.ts';
import { tamper } from '../../audit/log.ts';
import { useCommerce } from '../support.ts';
import { openScene, watchLog } from './scene.ts';

const commerce = useCommerce();

/** What a request has appended. */
async function appendedBy(act: () => Promise<unknown>) {
  const appended = await watchLog(commerce().prisma);
  await act();
  return (await appended()).map(({ action, objectId, details }) => ({ action, objectId, details }));
}

const products = (payload: object = { name: 'Club' }) => ({
  method: 'POST',
  url: '/api/v2/products',
  payload,
});

test('what is asked for again with the same Idempotency-Key is recorded once', async () => {
  const { send } = await openScene(commerce);
  const once = () => send(products(), { 'idempotency-key': 'once' });
  const { body } = await once();
  expect(await appendedBy(async () => expect((await once()).body).toEqual(body))).toEqual([]);
});

test('what is refused or only looked at is not recorded', async () => {
  const scene = await openScene(commerce);
  const plan = await scene.plan();
  const link = await scene.api(`/plans/${plan}/create_quick_link`, { custom_password: scene.PASSWORD });
  const reader = await scene.api('/api_keys', { name: 'Reader', scopes: ['read'] });
  const membership = await scene.membership({ initial_price: 5, expiration_days: 30, refillable: true });
  const refused = await appendedBy(async () => {
    for (const [status, request, headers] of [
      [403, products(), { authorization: `Bearer ${reader.secret}` }],
      [401, products(), { authorization: 'Bearer key_of-nobody' }],
      [400, products({ name: '' }), {}],
      [404, { method: 'POST', url: '/api/v2/memberships/mem_none/terminate' }, {}],
      [404, { method: 'DELETE', url: '/api/v2/oauth_clients/app_none' }, {}],
      [409, { method: 'POST', url: `/api/v2/plans/${plan}`, payload: { visibility: 'quick_link' } }, {}],
      [
        402,
        {
          method: 'POST',
          url: `/api/v2/memberships/${membership}/refill`,
          payload: { card_number: '4000000000000002' },
        },
        {},
      ],
      [
        403,
        {
          method: 'POST',
          url: `/checkout/${link.id}`,
          payload: { email: 'ann@example.com', password: 'wrong' },
        },
        {},
      ],
      [200, { method: 'GET', url: '/api/v2/plans' }, {}],
      [200, { method: 'GET', url: `/api/v2/memberships/${membership}` }, {}],
    ] as const)
      expect(await scene.send(request, headers), JSON.stringify(request)).toMatchObject({ status });
  });
  expect(refused).toEqual([]);
});

test('a membership that is named by its license key is recorded by its id', async () => {
  const scene = await openScene(commerce);
  const id = await scene.membership();
  const { licenseKey } = await commerce().prisma.membership.findUniqueOrThrow({ where: { id } });
  const ended = await appendedBy(() => scene.api(`/memberships/${licenseKey}/terminate`));
  expect(ended).toEqual([{ action: 'membership terminated', objectId: id, details: {} }]);
});

test('of a change the names of the known fields are recorded, and neither values nor other names', async () => {
  const scene = await openScene(commerce);
  const id = await scene.plan();
  const payload = { custom_password: scene.PASSWORD, internal_notes: 'hush', [scene.PASSWORD]: 1 };
  const [changed] = await appendedBy(() =>
    scene.send({ method: 'PATCH', url: `/api/v2/plans/${id}`, payload }),
  );
  expect(changed).toMatchObject({ action: 'plan updated', details: { fields: expect.any(Array) } });
  expect(changed?.details).toEqual({ fields: expect.arrayContaining(['custom_password', 'internal_notes']) });
  expect(JSON.stringify(changed)).not.toContain(scene.PASSWORD);
});

test('where the log can not be appended to, nothing happens', async () => {
  const scene = await openScene(commerce);
  const { prisma } = commerce();
  const head = await prisma.auditHead.findFirstOrThrow();
  await tamper(prisma, (transaction) => transaction.auditHead.deleteMany());
  onTestFinished(() => tamper(prisma, (transaction) => transaction.auditHead.create({ data: head })));
  expect((await scene.send(products())).status).toBe(500);
  expect((await scene.send({ method: 'POST', url: '/checkout/none', payload: {} })).status).toBe(404);
  expect(await prisma.product.count()).toBe(0);
});

test('two processes that change things at the same time leave one chain', async () => {
  const other = await commerce().startAnother();
  const create = (n: number, { app }: { app: typeof other.app }) =>
    app.inject({
      method: 'POST',
      url: '/api/v2/products',
      payload: { name: `Club ${n}` },
      headers: { authorization: `Bearer ${commerce().apiKey}` },
    });
  const appended = await watchLog(commerce().prisma);
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  const answers = await Promise.all(numbers.flatMap((n) => [create(n, commerce()), create(n, other)]));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
  const entries = await appended();
  const ids = answers.map((answer) => answer.json().id);
  expect(entries.map(({ objectId }) => objectId).sort()).toEqual(ids.sort());
  expect(await verifyChain(commerce().prisma)).toMatchObject({ kind: 'intact' });
});

test('what the configuration brings is recorded as it changes, not with each start', async () => {
  const own = async (entries: ReturnType<typeof appendedBy>) => (await entries).map(({ action }) => action);
  const { prepare } = commerce();
  expect(await own(appendedBy(() => prepare()))).toEqual([]);
  expect(await own(appendedBy(() => prepare('http://127.0.0.1:1/hook')))).toEqual(['webhook registered']);
  expect(await own(appendedBy(() => prepare('http://127.0.0.1:1/hook')))).toEqual([]);
  expect(await own(appendedBy(() => prepare('http://127.0.0.1:2/hook')))).toEqual(['webhook updated']);
  const { prisma } = commerce();
  await prisma.apiKey.updateMany({ data: { hash: 'of the key before' } });
  await prisma.oAuthClient.updateMany({ data: { name: 'The name before' } });
  expect(await own(appendedBy(() => prepare()))).toEqual(['api key replaced', 'oauth client updated']);
  const configured = await prisma.auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } });
  expect(configured).toMatchObject({ actorKind: 'operator', actorId: 'configuration', address: null });
});

test('the check of a license is recorded if it stores something, and else is a read', async () => {
  const scene = await openScene(commerce);
  const membership = await scene.membership({ initial_price: 5 });
  const check = (metadata: object) => () =>
    scene.api(`/memberships/${membership}/validate_license`, { metadata });
  expect(await appendedBy(check({}))).toEqual([]);
  expect(await appendedBy(check({ machine: 'm1' }))).toMatchObject([{ action: 'license used first' }]);
  expect(await appendedBy(check({ machine: 'm1' }))).toEqual([]);
});
