import { createHook } from 'node:async_hooks';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const limited = useCommerce({ service: { rateLimit: 3 } });

/** The address of the program that the page loads. */
async function programOf(page: string): Promise<string> {
  const [, file = ''] = /<script src="(docs\/reference-[0-9a-f]{16}\.js)"><\/script>/.exec(page) ?? [];
  return `/${file}`;
}

test('the page loads one program from our own origin, and may ask nobody else', async () => {
  const page = await commerce().app.inject('/docs');
  expect(page.statusCode).toBe(200);
  expect(page.body.match(/<script/g)).toHaveLength(1);
  expect(page.body).not.toMatch(/https?:\/\//);
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';style-src 'unsafe-inline';img-src 'self' data:;connect-src 'self';" +
      "form-action 'none';base-uri 'none';frame-ancestors 'none'",
  );
});

test('the program is kept by browsers for a year, gzipped where that is understood, and nothing else has its name', async () => {
  const { app } = commerce();
  const url = await programOf((await app.inject('/docs')).body);
  const plain = await app.inject(url);
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toContain("Scalar.createApiReference('#app', {");
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.headers.vary).toBe('accept-encoding');
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  const other = await app.inject('/docs/reference-0000000000000000.js');
  expect([other.statusCode, other.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('the description is compressed for whoever takes it so', async () => {
  const { app } = commerce();
  const plain = await app.inject('/openapi.json');
  const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
});

test('whoever has the description already gets no second copy, in whatever encoding the first one came', async () => {
  const { app } = commerce();
  const ask = (headers: Record<string, string>) => app.inject({ url: '/openapi.json', headers });
  const first = await ask({ 'accept-encoding': 'gzip' });
  expect(first.headers['cache-control']).toBe('no-cache');
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
  for (const known of [etag, `"another", ${etag}`]) {
    const again = await ask({ 'if-none-match': known });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  }
  for (const known of ['', '"another"', etag.slice(0, -2)])
    expect((await ask({ 'if-none-match': known })).statusCode).toBe(200);
});

test.each([
  ['gzip', true],
  ['br;q=1.0, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.00, *', false],
  ['identity', false],
  ['br, zstd', false],
  ['', false],
])('to a client that accepts "%s", compressed: %s', async (accept, isPacked) => {
  const answer = await commerce().app.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': accept },
  });
  expect(answer.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
  expect(answer.headers.vary).toBe('accept-encoding');
});

/** Does something, and returns how many compressors and decompressors Node.js created meanwhile. */
async function countPackers(act: () => Promise<unknown>): Promise<number> {
  let packers = 0;
  const hook = createHook({
    init(_id, type) {
      if (/zlib|brotli|zstd/i.test(type)) packers += 1;
    },
  }).enable();
  await act();
  hook.disable();
  return packers;
}

test('three hundred who ask at once, in any encoding, cause no packing or unpacking beyond that of the first', async () => {
  const { app } = commerce();
  const url = `/${/docs\/reference-[0-9a-f]{16}\.js/.exec((await app.inject('/docs')).body)?.[0]}`;
  const askAll = async (count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        app.inject({
          url: n < 8 ? url : '/openapi.json',
          headers: { 'accept-encoding': ['gzip', 'br, gzip', 'zstd, br, gzip', 'identity'][n % 4] },
        }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  };
  // At most: the description is packed and unpacked, and the program unpacked. A worker has packed it.
  expect(await countPackers(() => askAll(30))).toBeLessThanOrEqual(3);
  expect(await countPackers(() => askAll(300))).toBe(0);
});

test('the description and the page count against the limit of their address, and nobody else’s', async () => {
  const ask = async (url: string, remoteAddress: string) => {
    const { statusCode, headers } = await limited().app.inject({ url, remoteAddress });
    return [statusCode, headers['retry-after']];
  };
  // What the first request builds may take longer than the limit's window.
  for (const url of ['/openapi.json', '/docs']) await ask(url, '198.51.100.3');
  for (const url of ['/openapi.json', '/docs', '/openapi.json'])
    expect(await ask(url, '198.51.100.1')).toEqual([200, undefined]);
  for (const url of ['/openapi.json', '/docs', '/docs/reference-0000000000000000.js'])
    expect(await ask(url, '198.51.100.1')).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(await ask('/openapi.json', '198.51.100.2')).toEqual([200, undefined]);
});
