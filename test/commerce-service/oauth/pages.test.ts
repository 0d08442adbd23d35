import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/ports.ts';
import { waitUntil } from '../../support/wait.ts';
import { APPLICATION, mailsTo, useCommerce } from '../support.ts';
import { authorizeQuery } from './browser.ts';

const CHROMIUM = '/usr/bin/chromium';
const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const commerce = useCommerce({ mailbox: true, service: { publicUrl } });

describe.skipIf(!existsSync(CHROMIUM))(`in a browser (skipped where ${CHROMIUM} is not installed)`, () => {
  let browser: Browser;
  beforeAll(async () => {
    await commerce().app.listen({ host: '127.0.0.1', port });
    const args = ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
  });
  afterAll(() => browser.close());

  test('a buyer gets through by keyboard on a narrow phone, and back to the application', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const [, redirect_uri = ''] = APPLICATION.redirectUris;

    const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
    await page.goto(`${publicUrl}/oauth/authorize?${authorizeQuery({ redirect_uri })}`);
    expect(await fits()).toBe(true);
    const email = 'a.rather.long.address.of.ann@example-with-a-long-name.com';
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    expect(await fits()).toBe(true);
    const link = await waitUntil(
      () => /https?:\S+\/oauth\/sign-in\?token=\S+/.exec(mailsTo(commerce().app, email)[0] ?? '')?.[0],
    );
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.getByRole('heading', { name: 'Allow The App to see your data?' }).waitFor();
    expect(await fits()).toBe(true);
    const arrival = page.waitForRequest((request) => request.url().startsWith(redirect_uri));
    await page.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
    expect(new URL((await arrival).url()).searchParams.get('code')).toMatch(/^code_/);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
