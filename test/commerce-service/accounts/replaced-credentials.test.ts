import { beforeEach, expect, test } from 'vitest';
import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { APPLICATION, useCommerce } from '../support.ts';

const OLD = { apiKey: 'key_old', clientId: 'app_old', clientSecret: 'secret_old' };
const NEW = { apiKey: 'key_new', clientId: 'app_new', clientSecret: 'secret_new' };

const commerce = useCommerce({ service: { operatorCredentials: [OLD, NEW] } });

type Process = Awaited<ReturnType<ReturnType<typeof commerce>['startAnother']>>;

let processes: readonly Process[];
beforeEach(async () => {
  processes = [commerce(), await commerce().startAnother()];
});

/** Starts a process with these credentials as its own. */
const start = ({ prepare }: Process, { apiKey, clientId, clientSecret }: typeof OLD) =>
  prepare(undefined, { apiKey, application: { ...APPLICATION, clientId, clientSecret } });

/** What a process answers to these credentials: to the key, to the application, and to a buyer whom it sends. */
async function answersTo({ app }: Process, { apiKey, clientId, clientSecret }: typeof OLD) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const [redirect_uri = ''] = APPLICATION.redirectUris;
  const grant = { grant_type: 'authorization_code', code: 'none', redirect_uri };
  const payload = { ...grant, client_id: clientId, client_secret: clientSecret };
  const token = await app.inject({ method: 'POST', url: '/v5/oauth/token', payload });
  const asked = await openBrowser(app).visit(`/oauth/authorize?${authorizeQuery({ client_id: clientId })}`);
  return {
    key: (await app.inject({ url: '/api/v2/plans', headers })).statusCode,
    application: token.json().error,
    buyer: asked.status,
  };
}

const ACCEPTED = { key: 200, application: 'invalid_grant', buyer: 200 };
const REFUSED = { key: 401, application: 'invalid_client', buyer: 400 };

test('while the operator’s credentials are replaced in one process after the other, both work in all of them', async () => {
  const [one, other] = processes;
  if (!one || !other) throw new Error('There are two processes.');
  await start(one, OLD);
  for (const credentials of [NEW, OLD]) {
    await start(other, credentials);
    commerce().clock.letKeysBeLookedUp();
    for (const process of processes)
      for (const shown of [OLD, NEW]) expect(await answersTo(process, shown)).toEqual(ACCEPTED);
  }
  const mixed = { ...NEW, clientSecret: OLD.clientSecret };
  expect(await answersTo(one, mixed)).toMatchObject({ application: 'invalid_client' });
});

test('an application that keeps its id is accepted with both secrets', async () => {
  const same = { clientId: 'app_same' };
  const [before, after] = [
    { ...OLD, ...same },
    { ...NEW, ...same },
  ];
  const process = await commerce().startAnother({ service: { operatorCredentials: [before, after] } });
  await start(process, before);
  for (const shown of [before, after])
    expect(await answersTo(process, shown)).toMatchObject({ application: 'invalid_grant' });
});

test('a process that isn’t told of the former credentials refuses them', async () => {
  const last = await commerce().startAnother({ service: { operatorCredentials: [NEW] } });
  await start(last, NEW);
  expect(await answersTo(last, NEW)).toEqual(ACCEPTED);
  expect(await answersTo(last, OLD)).toEqual(REFUSED);
});
