import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { linkOf } from '../../src/linking/link-status.ts';
import { metadataDeclared } from '../../src/linking/queues.ts';
import { waitFor } from '../support/wait.ts';
import { titleOf, visitorOf } from './visitor.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const settled = () => waitFor(async () => expect(await world().prisma.tokenRevocation.count()).toBe(0));
const grantsOf = (userId: string) =>
  [...world().sandbox.community.state.grants.values()].filter((grant) => grant.userId === userId);

test('cancelling in one tab after linking in another shows that the accounts are linked', async () => {
  const { member, buy } = world();
  await buy('noor@example.com');
  const visitor = visitorOf(world());
  const confirm = await visitor.toConfirm(member('noor.rahman'), 'noor@example.com');
  await visitor.press(confirm, '/link/confirm');
  expect(titleOf(await visitor.press(confirm, '/link/cancel'))).toBe('Your accounts are linked');
});

test('the last page does not claim a link that has ended', async () => {
  const { member, buy } = world();
  await buy('june@example.com');
  const visitor = visitorOf(world());
  await visitor.link(member('juniper'), 'june@example.com');
  await visitorOf(world()).link(member('sunniva'), 'june@example.com');
  const seen = await visitor.visit('/link/journey');
  expect([seen.status, titleOf(seen)]).toEqual([410, 'These accounts are no longer linked']);
  const { html } = await visitor.request('/link/status');
  expect(html).toContain('no longer linked');
  expect(html).toContain('data-complete');
});

test('an unknown address is reported as such, not as an expired step', async () => {
  const visitor = visitorOf(world());
  for (const [address, status] of [
    ['/link?for=abc', 400],
    ['/link/nowhere', 404],
    ['/link/begin', 404],
  ] as const) {
    const seen = await visitor.request(address);
    expect([seen.status, titleOf(seen)]).toEqual([status, 'This address doesn’t work']);
  }
});

test('linking the same accounts again renews the tokens and nothing else', async () => {
  const { member, buy, prisma, deps, sandbox } = world();
  const leif = member('leif.h');
  await buy('leif@example.com');
  await visitorOf(world()).link(leif, 'leif@example.com');
  const connection = () => sandbox.community.state.connections.get(leif)?.metadata;
  await waitFor(() => expect(connection()).toMatchObject({ is_member: '1' }));
  const [told, before] = [connection(), await linkOf(deps, leif)];
  const stored = () => prisma.chatGrant.findUniqueOrThrow({ where: { chatUserId: leif } });
  const { tokens } = await stored();
  await visitorOf(world()).link(leif, 'leif@example.com');
  expect((await stored()).tokens).not.toBe(tokens);
  expect(await linkOf(deps, leif)).toEqual(before);
  expect(await prisma.linkChange.count({ where: { chatUserId: leif } })).toBe(1);
  expect(connection()).toEqual(told);
});

test('tokens whose owner could not be read are revoked after the outage', async () => {
  const { member, sandbox } = world();
  const tomasz = member('tomasz_k');
  const visitor = visitorOf(world());
  const back = await visitor.toChat(tomasz);
  const outage = sandbox.faults.answer({ method: 'GET', route: '/users/@me' }, { status: 503 }, 1);
  expect(titleOf(await visitor.visit(back))).toBe('A service isn’t responding');
  outage.remove();
  await settled();
  expect(grantsOf(tomasz)).toEqual([]);
});

test('a second press during a slow answer to the first loses nothing', async () => {
  const { member, sandbox } = world();
  const visitor = visitorOf(world());
  const back = await visitor.toChat(member('sunniva'));
  const again = visitorOf(world());
  for (const [name, value] of visitor.cookies) again.cookies.set(name, value);
  const slow = sandbox.faults.hold({ route: '/oauth2/token' });
  const first = visitor.visit(back);
  await slow.arrived;
  const second = await again.request(back);
  expect([titleOf(second), second.headers.get('refresh')]).toEqual(['One moment', '1']);
  slow.remove();
  // The browser never sees the answer to the first press.
  expect(titleOf(await first)).toBe('Now your purchases');
  expect(titleOf(await again.visit(back))).toBe('Now your purchases');
});

test('a foreign name neither reverses a sentence nor hides the account', async () => {
  const { member, prisma } = world();
  const visitor = visitorOf(world());
  const page = await visitor.visit(await visitor.toChat(member('ada.okafor')));
  const chatName = '\u202e\u200f\u0007evil';
  const open = { step: 'commerce', chatUserId: member('ada.okafor') } as const;
  await prisma.linkJourney.updateMany({ where: open, data: { chatName } });
  const { html } = await visitor.visit(page.url);
  expect(html).toContain(`<bdi>${chatName}</bdi>`);
  expect(html).toContain('aria-hidden="true">E</span>');
});

test('a visitor who uses another name of this machine is redirected to the one that the cookies belong to', async () => {
  const { port } = new URL(world().url);
  const answered = (host: string) =>
    new Promise<[number | undefined, string | undefined]>((resolve) =>
      get({ host: '127.0.0.1', port, path: '/link?for=123456789012345678', headers: { host } }, (response) =>
        resolve([response.resume().statusCode, response.headers.location]),
      ),
    );
  expect(await answered(`localhost:${port}`)).toEqual([302, `${world().url}/link?for=123456789012345678`]);
  expect((await answered('proxy.internal'))[0]).toBe(200);
});

test('the metadata of linked roles is not declared again after a permanent refusal', async () => {
  const { container, sandbox, prisma } = world();
  const route = '/applications/:application_id/role-connections/metadata';
  const left = async () =>
    (
      await prisma.$queryRaw<object[]>`
        SELECT id FROM pgboss.job
        WHERE name = ${metadataDeclared.name} AND state IN ('created', 'retry', 'active')`
    ).length;
  await waitFor(async () => expect(await left()).toBe(0));
  sandbox.calls.reset();
  sandbox.faults.answer({ method: 'PUT', route }, { status: 404, code: 10002 }, 100);
  onTestFinished(() => sandbox.faults.clear());
  await container.jobs.send(metadataDeclared, {}, { key: metadataDeclared.name });
  await waitFor(() => expect(sandbox.calls.count({ method: 'PUT', route })).toBe(1));
  await waitFor(async () => expect(await left()).toBe(0));
});
