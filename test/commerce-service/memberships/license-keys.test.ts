import { describe, expect, test } from 'vitest';
import { ANN, CARD, shopOf } from '../shop.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });
const { buyIn, open, openShop, show, signInAs, tryToChange } = shopOf(commerce);

describe('a license key', () => {
  test('is told to nobody who repeats the checkout of somebody else', async () => {
    const { app } = commerce();
    const { paid } = await openShop();
    const browser = open();
    const { checkout_session, license_key, id } = await buyIn(browser, paid);
    const order = { email: ANN, card_number: CARD, checkout_session };
    const repeated = await app.inject({
      method: 'POST',
      url: `/checkout/${paid}`,
      headers: { accept: 'application/json' },
      payload: order,
    });
    expect(repeated.statusCode).toBe(409);
    expect(repeated.body).not.toContain(license_key);
    const again = await browser.visit(`/checkout/${paid}`, order);
    expect(again.html).toContain(license_key);
    // Whose it is by then may have replaced the key.
    await signInAs(ANN);
    expect((await browser.visit(`/checkout/${paid}`, order)).status).toBe(409);
    expect((await show(id)).license_key).toBe(license_key);
  });

  test('is shown to no key of the API that may only read', async () => {
    const { app, post } = commerce();
    const { paid } = await openShop();
    const { id, license_key } = await buyIn(open(), paid);
    const { secret } = (await post('/api_keys', { name: 'reader', scopes: ['read'] })).body;
    for (const url of [`/memberships/${id}`, '/memberships', `/memberships?expand=user,plan`]) {
      const answer = await app.inject({
        url: `/api/v2${url}`,
        headers: { authorization: `Bearer ${secret}` },
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(id);
      expect(answer.body).not.toContain(license_key);
    }
    expect((await show(id)).license_key).toBe(license_key);
  });

  test('is replaced by its owner, and the one before opens nothing any more', async () => {
    const { prisma } = commerce();
    const { paid } = await openShop();
    const browser = open();
    const bought = await buyIn(browser, paid);
    const reader = open();
    const asked = await reader.visit('/memberships');
    const filled = { email: ANN, license_key: bought.license_key };
    await reader.submit(asked.html, 'oauth/sign-in', filled);
    expect((await reader.visit('/memberships')).html).toContain(bought.id);
    expect(await tryToChange(reader, bought.id)).toEqual([403, 403, 403, 403, 403]);

    const page = await browser.visit(`/memberships/${bought.id}`);
    const done = await browser.submit(page.html, `${bought.id}/replace-key`);
    const { license_key } = await show(bought.id);
    expect(license_key).not.toBe(bought.license_key);
    expect((await browser.visit(done.location ?? '')).html).toContain(license_key);
    const told = await prisma.event.findMany({ where: { name: 'membership_metadata_updated' } });
    expect(told.map(({ data }) => data)).toMatchObject([{ id: bought.id, license_key }]);
    expect((await reader.visit('/memberships')).html).not.toContain(bought.id);
    expect((await reader.submit(asked.html, 'oauth/sign-in', filled)).html).toContain('No purchase');
  });
});
