import { expect, test } from 'vitest';
import { useCommerce } from '../commerce-service/support.ts';
import { cpuOf, leastCpu } from './bounded/measure.ts';

const commerce = useCommerce();

/** CPU limit for the check of an address, in milliseconds. */
const MOST = 100;

/** Addresses that a careless pattern splits in every possible way. */
const HOSTILE = ['.', 'a.', '@', ' '].map((part) => `a@${part.repeat(15_000 / part.length)}@`);

const form = (url: string, fields: Record<string, string>) => ({
  method: 'POST' as const,
  url,
  payload: new URLSearchParams(fields).toString().slice(0, 16_000),
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
});

test('an address of 15,000 characters is refused at once, at checkout and at sign-in', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { initial_price: 0 })).body;
  for (const email of HOSTILE)
    for (const url of [`/checkout/${id}`, '/oauth/sign-in']) {
      const attack = form(url, { email, proof: 'x', request: 'x' });
      const { milliseconds, result } = await leastCpu(MOST, () => cpuOf(() => app.inject(attack)));
      expect(result.statusCode, url).toBe(400);
      expect(result.body).toContain('email must not have more than 254 characters');
      expect(milliseconds, `${url} ${email.slice(0, 10)}`).toBeLessThan(MOST);
    }
});

test('an address has a name, one @, a domain of labels, and nothing that mail programs strip or convert', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { initial_price: 0 })).body;
  const statusOf = async (email: string) => {
    const url = `/checkout/${id}`;
    const headers = { accept: 'application/json' };
    return (await app.inject({ method: 'POST', url, headers, payload: { email } })).statusCode;
  };
  const local = 'a'.repeat(242);
  for (const email of ['a@b.co', 'A.b+c@d-e.f.museum', 'a@xn--bcher-kva.example', `${local}@example.com`])
    expect(await statusOf(email), email).toBe(201);
  for (const email of [
    '',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a@b..co',
    'a@.co',
    'a@b.',
    'a@b@c.co',
    'a b@c.co',
    '<a@b.co',
    'a@b.co>',
    'a,b@c.co',
    '"a"@b.co',
    '\u0001a@b.co',
    'a@b.c\u00ado',
    'a@b\u3002co',
    'a@\uff42.co',
    'ü@b.co',
    `a${local}@example.com`,
  ])
    expect(await statusOf(email), email).toBe(400);
});
