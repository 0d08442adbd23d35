import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { linkRoutes } from '../../src/linking/routes.ts';
import { quietLog } from '../support/log.ts';
import { useWorld } from './world.ts';

const world = useWorld();
const PROXY = '10.0.0.1';

/** Opens the pages with a limit of two requests a minute per address. @returns a function that makes a request */
async function openPages(trustedProxies: readonly string[]) {
  const { deps, url } = world();
  const app = buildApp({ log: quietLog, trustedProxies });
  const arrivals = async () => ({ roles: [], isComplete: true });
  await app.register(linkRoutes({ ...deps, publicUrl: url, arrivals, limit: 2 }));
  onTestFinished(() => app.close());
  return async (forwardedFor: string, { remoteAddress = PROXY, path = '/link' } = {}) => {
    const headers = { host: new URL(url).host, 'x-forwarded-for': forwardedFor };
    return (await app.inject({ url: path, remoteAddress, headers })).statusCode;
  };
}

test('a client is the address that a trusted proxy names, or its network for IPv6', async () => {
  const ask = await openPages(['10.0.0.0/8']);
  expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')]).toEqual([
    ...[200, 200, 429],
  ]);
  expect(await ask('203.0.113.2')).toBe(200);
  // The client's own claim comes before the proxy's entry, and doesn't count.
  expect(await ask('198.51.100.7, 203.0.113.1')).toBe(429);
  const [one, two, three] = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::3'];
  expect([await ask(one), await ask(two), await ask(three)]).toEqual([200, 200, 429]);
  expect(await ask('2001:db8:1:3::1')).toBe(200);
});

test('an address named by an untrusted proxy is ignored', async () => {
  for (const trusted of [[], ['192.0.2.0/24']]) {
    const ask = await openPages(trusted);
    const asked = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    const statuses = [];
    for (const each of asked) statuses.push(await ask(each));
    expect(statuses).toEqual([200, 200, 429]);
  }
});

test('status requests have a limit of their own', async () => {
  const ask = await openPages([]);
  const path = '/link/status';
  const looks = [await ask('', { path }), await ask('', { path }), await ask('', { path })];
  expect(looks).toEqual([404, 404, 429]);
  expect(await ask('')).toBe(200);
});
