import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCommerceOAuth } from '../../src/commerce-client/oauth.ts';
import { buildApp } from '../../src/http/app.ts';
import { unlink } from '../../src/linking/links.ts';
import { linkRoutes } from '../../src/linking/routes.ts';
import { startUrl } from '../../src/linking/standing.ts';
import { quietLog } from '../support/log.ts';
import { useWorld } from './world.ts';

const CHROMIUM = '/usr/bin/chromium';
const PICTURES = join(import.meta.dirname, '../../docs/images/linking');
const PHONE = { width: 390, height: 700 };

/** How soon after the confirmation the role is to be on the page, in milliseconds. */
const PROMISE = 3_000;

describe.skipIf(!existsSync(CHROMIUM))(`in a browser (skipped where ${CHROMIUM} is not installed)`, () => {
  const world = useWorld();
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
    });
  }, 60_000);
  afterAll(() => browser.close());

  const newContext = async () => {
    const context = await browser.newContext({ viewport: PHONE });
    onTestFinished(() => context.close());
    return context;
  };
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

  /** Everything on the page is within it, is named, and can be told from what is behind it; kept as a picture if asked. */
  async function look(page: Page, name: string) {
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width, name).toBeLessThanOrEqual(PHONE.width);
    if (!process.env['PICTURES']) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      if (colorScheme === 'light' || ['confirm', 'done'].includes(name))
        await page.screenshot({
          path: join(PICTURES, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`),
        });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  /** From the start until the browser is back from the chat platform. */
  async function showChat(page: Page, username: string, start = '/link', choice = 'Authorize') {
    await page.goto(new URL(start, world().url).href);
    await page.getByRole('button', { name: 'Continue with the sandbox' }).click();
    await page.getByLabel('You are').selectOption(world().member(username));
    await page.getByRole('button', { name: choice }).click();
  }

  /** Sends the page's form without following. @returns where the browser would be sent */
  async function answerTo(page: Page, filled: Record<string, string>): Promise<string> {
    const form = page.locator('form').first();
    const hidden = await form.locator('input[type=hidden]').all();
    const fields = await Promise.all(
      hidden.map(async (field) => [await field.getAttribute('name'), await field.getAttribute('value')]),
    );
    const action = new URL((await form.getAttribute('action')) ?? '', page.url());
    if (!(await form.getAttribute('action'))) action.search = new URL(page.url()).search;
    const answer = await page.context().request.post(action.href, {
      form: { ...Object.fromEntries(fields), ...filled },
      maxRedirects: 0,
    });
    return answer.headers()['location'] ?? '';
  }

  /** Where the chat platform would send the browser back to. */
  async function chatAnswer(page: Page, username: string): Promise<string> {
    await page.goto(`${world().url}/link`);
    await page.getByRole('button', { name: 'Continue with the sandbox' }).click();
    await page.getByLabel('You are').waitFor();
    return answerTo(page, { user_id: world().member(username), choice: 'authorize' });
  }

  /** From the page that asks for purchases until the browser is back from the service. */
  async function showPurchases(page: Page, email: string) {
    await page.getByRole('button', { name: 'Sign in where you bought' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Open the link' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
  }

  async function toConfirm(context: BrowserContext, username: string, email: string) {
    const page = await context.newPage();
    await showChat(page, username);
    await showPurchases(page, email);
    await page.getByRole('button', { name: 'Link them' }).waitFor();
    return page;
  }

  test('the whole journey: the role is on the page within 3 s of confirming, without a reload', async () => {
    await world().buy('noor@example.com');
    const page = await (await newContext()).newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.goto(`${world().url}/link`);
    await look(page, 'start');
    await showChat(page, 'noor.rahman');
    expect(await heading(page)).toBe('Now your purchases');
    await look(page, 'purchases');
    await showPurchases(page, 'noor@example.com');
    await page.getByRole('heading', { name: 'Link these two accounts?' }).waitFor();
    await look(page, 'confirm');
    await page.getByRole('button', { name: 'Link them' }).focus();
    const confirmed = performance.now();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Supporteryours in The Lighthouse' }).waitFor();
    expect(performance.now() - confirmed).toBeLessThan(PROMISE);
    expect(await page.getByRole('listitem').filter({ hasText: 'Supporter' }).count()).toBe(1);
    await look(page, 'done');
    expect(complaints).toEqual([]);
  }, 60_000);

  test('every failure page is reached, and says what to do next', async () => {
    const { buy, member, deps, sandbox, time, url } = world();
    await buy('june@example.com');
    const context = await newContext();
    const page = await toConfirm(context, 'juniper', 'june@example.com');
    await page.getByRole('button', { name: 'Link them' }).click();
    await page.getByRole('heading', { name: 'Your accounts are linked' }).waitFor();
    const seen: (string | null)[] = [];
    const reached = async (name: string) => {
      seen.push(await heading(page));
      await look(page, name);
    };

    await showChat(page, 'juniper', '/link', 'Cancel');
    await reached('denied');

    await showChat(page, 'sunniva', startUrl(url, member('juniper')));
    await reached('wrong-account');

    await showChat(page, 'sunniva');
    time.ahead = 11 * 60_000;
    await page.reload();
    time.ahead = 0;
    await reached('expired');

    await showChat(page, 'sunniva');
    await page.evaluate(`document.querySelector('[name=proof]').value = 'another'`);
    await page.getByRole('button', { name: 'Sign in where you bought' }).click();
    await page.getByRole('heading', { name: 'This form isn’t from this page' }).waitFor();
    await reached('forged');

    const other = await (await newContext()).newPage();
    await page.goto(await chatAnswer(other, 'sunniva'));
    await reached('other-browser');

    const wrong = new URL(await chatAnswer(page, 'sunniva'));
    wrong.searchParams.set('iss', 'https://somebody.example');
    await page.goto(wrong.href);
    await reached('mixed-up');

    const outage = sandbox.faults.answer({ route: '/oauth2/token' }, { status: 503 });
    await showChat(page, 'sunniva');
    outage.remove();
    await reached('unavailable');

    await showChat(page, 'juniper');
    await page.getByRole('button', { name: 'Sign in where you bought' }).click();
    await page.getByRole('button', { name: 'Not you?' }).click();
    await page.getByLabel('E-mail').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Open the link' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'linked already' }).waitFor();
    await reached('already-linked');

    await unlink(deps, {
      ...{ chatUserId: member('juniper'), orderedBy: member('mira.solberg'), forbidDays: 7 },
    });
    await showChat(page, 'juniper');
    await reached('forbidden');

    const strict = await openOther();
    await showChat(page, 'sunniva');
    await page.getByRole('button', { name: 'Sign in where you bought' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    const { search } = new URL(await answerTo(page, { decision: 'allow' }));
    await page.goto(`${strict}/link/commerce/callback${search}`);
    await reached('unsupported');
    for (let visit = 0; visit < 5; visit++) await page.goto(`${strict}/link`);
    await reached('too-many');

    expect(seen).toEqual([
      'Nothing was linked',
      'That is another chat account',
      'This step is over',
      'This form isn’t from this page',
      'This was begun in another browser',
      'This answer came from the wrong place',
      'One of the services doesn’t answer',
      'Your chat account is linked already',
      'You can’t link just now',
      'Purchases can’t be linked here',
      'That was a bit fast',
    ]);
  }, 120_000);

  /** The same pages for a service that tells nobody who has signed in, and for few requests. */
  async function openOther(): Promise<string> {
    const service = createServer((request, response) => {
      const isExchange = request.url === '/v5/oauth/token';
      response.writeHead(isExchange ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isExchange ? { access_token: 'a token' } : {}));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const { deps, url, ground } = world();
    const commerce = createCommerceOAuth({
      ...{ baseUrl, publicUrl: baseUrl, clientId: 'app_1', clientSecret: 'a secret' },
      ...{ redirectUri: `${url}/link/commerce/callback`, clock: ground.clock, aliases: new Map() },
    });
    const app = buildApp({ log: quietLog });
    const arrivals = async () => ({ roles: [], isComplete: true });
    await app.register(linkRoutes({ ...deps, commerce, publicUrl: url, arrivals, limit: 4 }));
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(async () => {
      service.close();
      await app.close();
    });
    return address;
  }
});
