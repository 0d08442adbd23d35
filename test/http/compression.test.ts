import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useCommerce } from '../commerce-service/support.ts';
import { useWorld } from '../linking/world.ts';

const commerce = useCommerce();
const world = useWorld();

/** A text long enough to be compressed. */
const LONG = 'Long enough. '.repeat(200);

const ask = (url: string, accept = 'gzip') =>
  commerce().app.inject({
    url,
    headers: { 'accept-encoding': accept, authorization: `Bearer ${commerce().apiKey}` },
  });

test("lists with only the seller's own data are compressed and decode to the same content", async () => {
  const { post } = commerce();
  const plan = (await post('/plans', { metadata: { LONG } })).body;
  for (const url of ['/plans', '/plans?expand=product']) {
    const packed = await ask(`/api/v2${url}`);
    expect(packed.headers['content-encoding']).toBe('gzip');
    const read = JSON.parse(gunzipSync(packed.rawPayload).toString());
    expect(read).toEqual(JSON.parse((await ask(`/api/v2${url}`, 'identity')).body));
    expect(read.data[0].id).toBe(plan.id);
  }
  expect((await ask('/api/v2/products')).headers['content-encoding']).toBeUndefined();
});

test('an answer with a secret and text of a stranger is never compressed', async () => {
  const { post, buy } = commerce();
  const plan = (await post('/plans', { metadata: { LONG } })).body;
  const { membership } = (await buy(plan.id, { email: 'ann@example.com', username: 'ann' })).body;
  const urls = [
    ...['/api/v2/memberships?expand=plan,user', `/api/v2/memberships/${membership.id}?expand=plan`],
    ...['/api/v2/payments', `/checkout/${plan.id}`, `/memberships/${membership.id}`, '/oauth/authorize'],
  ];
  for (const url of urls) {
    const answer = await ask(url, 'gzip, br, zstd');
    expect([url, answer.headers['content-encoding']]).toEqual([url, undefined]);
  }
});

test("browsers keep the sandbox's files for a year, and a changed file gets a new address", async () => {
  const page = await fetch(`${world().url}/sandbox/`);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const addresses = [
    ...(await page.text()).matchAll(/(?:href|src)="(\/sandbox\/(?:assets|style|script)[^"]+)"/g),
  ].map(([, url]) => url);
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of addresses) {
    expect(address).toMatch(/^\/sandbox\/assets-[0-9a-f]{16}\//);
    const file = await fetch(`${world().url}${address}`);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const name = `${address}`.replace(/^\/sandbox\/assets-[0-9a-f]+\//, '../../src/sandbox/page/assets/');
    expect(await file.text()).toBe(await readFile(new URL(name, import.meta.url), 'utf8'));
  }
  const folder = `${addresses[0]}`.split('/').slice(0, 3).join('/');
  for (const other of ['none.js', 'page.html', '..%2Fassets.ts', ''])
    expect((await fetch(`${world().url}${folder}/${other}`)).status, other).toBe(404);
});
