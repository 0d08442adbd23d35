import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

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
