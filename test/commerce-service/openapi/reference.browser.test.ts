import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { PHONE, SMALL } from '../../support/look.ts';
import { useCommerce } from '../support.ts';

inBrowser(WHERE, () => {
  const commerce = useCommerce();
  const browser = useBrowser();
  let address: string;
  beforeAll(async () => {
    const { app } = commerce();
    await app.listen({ host: '127.0.0.1', port: 0 });
    address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });

  test('a reader finds out how to authenticate, copies a curl example, tries it, and reads what webhooks send, without a word to another server', async () => {
    const { page, complaints } = await browser.open(`${address}/docs`, {
      viewport: { width: 1280, height: 900 },
    });
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.getByRole('heading', { name: 'Authentication' }).waitFor();
    await page.getByLabel('Bearer Token').fill(commerce().apiKey);

    await page
      .getByText(/curl .*\/api\/v2\//)
      .first()
      .waitFor();
    await page.getByText('Authorization: Bearer').first().waitFor();
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    await page.getByRole('button', { name: /Send/ }).first().click();
    await page.getByRole('link', { name: '201 Created' }).waitFor();
    const { data } = (await commerce().get('/plans')).body;
    expect(data).toMatchObject([{ plan_type: 'renewal', initial_price: 9, billing_period: 30 }]);

    await page.keyboard.press('Escape');
    await page.goto(`${address}/docs#tag/events`);
    await page.getByText('"membership.went_valid"').first().waitFor();
    expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(
      commerce().apiKey,
    );
    expect([...asked]).toEqual([address]);
    expect(complaints).toEqual([]);
  });

  test('it fits a phone, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [PHONE, SMALL]) {
        const { page } = await browser.open(`${address}/docs`, { viewport, colorScheme });
        await page.getByRole('heading', { name: 'Authentication' }).waitFor();
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(viewport.width);
        await page.close();
      }
  });
});
