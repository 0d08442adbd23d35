import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from './sandbox.ts';

const CHROMIUM = '/usr/bin/chromium';
const plans = [{ name: 'Monthly', price: '€9.00 a month', url: 'http://127.0.0.1:9/checkout/plan_1' }];
const shop = async () => [{ product: 'The Club', plans }];

describe.skipIf(!existsSync(CHROMIUM))(`in a browser (skipped where ${CHROMIUM} is not installed)`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(() => browser.close());

  async function openPage(baseUrl: string, options: BrowserContextOptions = {}) {
    const page = await browser.newPage(options);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${baseUrl}/sandbox`);
    await page.getByText('Live', { exact: true }).waitFor();
    return { page, complaints };
  }

  test('a role that is given appears on the open page, and in the activity with its reason', async () => {
    const { sandbox, baseUrl, member, role } = await startSandbox({ shop });
    const { page, complaints } = await openPage(baseUrl);
    sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Insider'), {
      by: member('Rolekeeper'),
      reason: 'Membership went valid',
    });
    await page.getByRole('button', { name: 'Juniper @juniper Insider' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Juniper got Insider' }).waitFor();
    await page.getByText('by Rolekeeper · Membership went valid').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('buying as a member opens the checkout with who they are', async () => {
    const { baseUrl, member } = await startSandbox({ shop });
    const { page } = await openPage(baseUrl);
    await page.getByRole('button', { name: /Noor Rahman/ }).click();
    const href = await page.getByRole('link', { name: 'Buy as Noor Rahman' }).getAttribute('href');
    expect(href).toBe(
      `http://127.0.0.1:9/checkout/plan_1?community_chat_id=${member('noor.rahman')}&username=noor.rahman`,
    );
    await page.close();
  });

  test('by keyboard alone somebody joins, leaves and comes back', async () => {
    const { baseUrl } = await startSandbox({ shop });
    const { page, complaints } = await openPage(baseUrl);
    const name = '<b>Zoë</b>';
    await page.getByLabel('Somebody new').focus();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    const row = page.getByRole('button', { name: `${name} @` });
    await row.focus();
    await page.keyboard.press('Enter');
    // The list was built anew, and the keyboard is still where it was.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `${name} comes back` }).focus();
    await page.keyboard.press('Enter');
    await row.waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('nothing is cut off at the width of a phone', async () => {
    const { baseUrl } = await startSandbox({ shop });
    const { page } = await openPage(baseUrl, { viewport: { width: 340, height: 700 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(340);
    await page.close();
  });
});
