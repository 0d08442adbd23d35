import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createCommerceOAuth } from '../../src/commerce-client/oauth.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Arrivals } from '../../src/linking/arrivals.ts';
import { linkRoutes } from '../../src/linking/routes.ts';
import { CHROMIUM } from '../support/browser.ts';
import { quietLog } from '../support/log.ts';
import { look as lookAt, PHONE } from '../support/look.ts';
import { newLink } from '../support/mailbox.ts';
import type { useWorld } from './world.ts';

const PICTURES = { folder: 'linking', dark: ['confirm', 'done'] };

/** Launches a browser, with actions and checks for the linking pages. */
export function useBrowser(world: ReturnType<typeof useWorld>) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(() => browser.close());

  const newContext = async () => {
    const context = await browser.newContext({ viewport: PHONE });
    onTestFinished(() => context.close());
    return context;
  };
  /** Waits until the page has exactly this title. */
  const reach = (page: Page, title: string) =>
    page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

  /** Checks the layout of the page, and saves a picture if requested. */
  async function look(page: Page, name: string) {
    await lookAt(page, name, PICTURES);
    for (const circle of await page.locator('.steps li > span:first-child').all()) {
      const box = await circle.boundingBox();
      expect(box?.width, `${name}: a step is a circle`).toBeCloseTo(box?.height ?? 0);
    }
    await page.setViewportSize(PHONE);
  }

  /** Signs in at the chat platform, from the start page until the browser is back. */
  async function showChat(page: Page, username: string, start = '/link', choice = 'Authorize') {
    await page.goto(new URL(start, world().url).href);
    await page.getByRole('button', { name: 'Continue with Sandbox' }).click();
    await page.getByLabel('You are').selectOption(world().member(username));
    await page.getByRole('button', { name: choice }).click();
    await page.waitForURL(/\/link\/(journey|outcome)$/);
  }

  /** Sends the page's form without following the redirect. @returns the target of the redirect */
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

  /** Returns the address to which the chat platform would redirect the browser. */
  async function chatAnswer(page: Page, username: string): Promise<string> {
    await page.goto(`${world().url}/link`);
    await page.getByRole('button', { name: 'Continue with Sandbox' }).click();
    await page.getByLabel('You are').waitFor();
    return answerTo(page, { user_id: world().member(username), choice: 'authorize' });
  }

  /** Signs in by mail, from the page that asks for an address. */
  async function signInByMail(page: Page, email: string) {
    const mailed = await newLink(world().url, email);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'mailbox' }).click();
    await page.getByRole('link', { name: await mailed() }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Signs in at the service and allows access, from the page that asks for purchases until the browser is back. */
  async function showPurchases(page: Page, email: string) {
    await page.getByRole('button', { name: 'Sign in where you bought' }).click();
    await signInByMail(page, email);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
  }

  async function toConfirm(context: BrowserContext, username: string, email: string) {
    const page = await context.newPage();
    await showChat(page, username);
    await showPurchases(page, email);
    await page.getByRole('button', { name: 'Link them' }).waitFor();
    return page;
  }

  /** Serves the same pages for another Commerce Service, with a request limit of their own. */
  async function otherPages(
    service: { readonly baseUrl: string },
    limit: number,
    shown: Arrivals = { roles: [], isComplete: true },
  ): Promise<string> {
    const { deps, url, container } = world();
    const commerce = createCommerceOAuth({
      baseUrl: service.baseUrl,
      publicUrl: service.baseUrl,
      clientId: 'app_1',
      clientSecret: 'a secret',
      redirectUri: `${url}/link/commerce/callback`,
      clock: container.clock,
      aliases: new Map(),
    });
    const app = buildApp({ log: quietLog });
    const arrivals = async () => shown;
    await app.register(linkRoutes({ ...deps, commerce, publicUrl: url, arrivals, limit }));
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    return address;
  }

  return {
    newContext,
    reach,
    look,
    showChat,
    answerTo,
    chatAnswer,
    signInByMail,
    showPurchases,
    toConfirm,
    otherPages,
  };
}
