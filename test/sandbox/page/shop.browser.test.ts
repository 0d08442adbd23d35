import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { type Rolekeeper, startRolekeeper } from '../../../src/rolekeeper.ts';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { createTestDatabase, isOnServer, type TestDatabase } from '../../support/database.ts';
import { quietLog } from '../../support/log.ts';
import { freePort } from '../../support/ports.ts';
import { waitFor } from '../../support/wait.ts';
import { openSandbox } from './open.ts';

inBrowser(WHERE, () => {
  const browser = useBrowser();
  let folder: string;
  let server: TestDatabase | undefined;
  let rolekeeper: Rolekeeper;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rolekeeper-test-'));
    server = isOnServer() ? await createTestDatabase() : undefined;
    const config = parseConfig({
      PORT: String(await freePort()),
      DATA_DIR: folder,
      DATABASE_URL: server?.url,
      SECRET_KEY: 'only for the tests: thirty-two of it',
    });
    rolekeeper = await startRolekeeper({ config, clock: systemClock, log: quietLog });
  });
  afterAll(async () => {
    await rolekeeper.close();
    await server?.remove();
    await rm(folder, { recursive: true });
  });
  const openPage = () => openSandbox(browser, rolekeeper.config.publicUrl);

  test('what is bought gives the role without reloading, step by step; its end takes it', async () => {
    const { page, become, tab, complaints } = await openPage();
    await become('Juniper');
    await page.getByRole('button', { name: 'Buy Member as Juniper' }).click();
    const supporters = page.locator('#member-groups section', { hasText: /Supporter.*Juniper/s });
    await supporters.waitFor();
    await page.locator('#memberships li', { hasText: 'Member' }).waitFor();

    await tab('Timeline');
    const journey = page.locator('.journey', { hasText: 'Juniper: membership began' });
    await journey.locator('li', { hasText: 'got Supporter' }).waitFor();
    await journey.locator('.steps > li').nth(3).waitFor();
    expect(await journey.locator('.steps > li').count()).toBe(4);
    expect(await journey.locator('.total').textContent()).toMatch(/^\d+(\.\d)? m?s$/);

    await tab('Shop');
    await page.getByRole('button', { name: 'Terminate Member' }).click();
    await supporters.waitFor({ state: 'detached' });
    await tab('Timeline');
    const end = page.locator('.journey', { hasText: 'Juniper: membership ended' });
    await end.locator('li', { hasText: 'lost Supporter' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('who becomes somebody else while the shop is slow buys as that one', async () => {
    const { page, become } = await openPage();
    await become('Juniper');
    await page.getByRole('button', { name: 'Buy Patron as Juniper' }).waitFor();
    const option = page.locator('#persona option', { hasText: 'Sunniva' });
    const sunniva = (await option.getAttribute('value')) ?? '';
    const late = Promise.withResolvers<void>();
    const asked: string[] = [];
    const answered: string[] = [];
    await page.route(/\/sandbox\/shop\?/, async (route) => {
      const who = new URL(route.request().url()).searchParams.get('as') ?? '';
      asked.push(who);
      const response = await route.fetch();
      if (who === sunniva) await late.promise;
      await route.fulfill({ response });
      answered.push(who);
    });
    await become('Sunniva');
    await waitFor(() => expect(asked).toContain(sunniva));
    expect(await page.getByRole('button', { name: /Buy .* as Juniper/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Buy Patron as Sunniva' }).waitFor();
    await become('Paolo');
    const buy = page.getByRole('button', { name: 'Buy Patron as Paolo' });
    await buy.waitFor();
    expect(answered).not.toContain(sunniva);
    late.resolve();
    const paolo = await page.getByLabel('You are').inputValue();
    await waitFor(() => expect(answered).toEqual(expect.arrayContaining([sunniva, paolo])));
    const sending = page.waitForRequest(/\/sandbox\/shop\/purchases$/);
    await buy.click();
    const sent = (await sending).postDataJSON();
    expect(sent.as).toBe(await page.getByLabel('You are').inputValue());
    expect(sent.as).toBe(paolo);
    expect(sent.as).not.toBe(sunniva);
    await page.getByRole('heading', { name: 'Memberships of Paolo' }).waitFor();
    const insider = page.locator('#member-groups section', { hasText: /Insider.*Paolo/s });
    await insider.waitFor();
    await page.getByRole('button', { name: 'Terminate Patron' }).click();
    await insider.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  test('a period that is not to renew ends when time passes, and the role goes', async () => {
    const { page, become, tab, complaints } = await openPage();
    await become('Leif Haugen');
    await page.getByRole('button', { name: 'Buy Patron as Leif Haugen' }).click();
    const supporters = page
      .locator('#member-groups section', { hasText: /Leif Haugen/ })
      .filter({ hasText: 'Insider' });
    await supporters.waitFor();
    const patron = page.locator('#memberships li', { hasText: 'Patron' });
    await patron.getByText(/active, renews \w+/).waitFor();
    await patron.getByRole('button', { name: 'Don’t renew Patron' }).click();
    await patron.getByText(/active, ends \w+/).waitFor();
    await patron.getByRole('button', { name: 'Let time pass for Patron' }).click();
    await patron.getByText('canceled').waitFor();
    await supporters.waitFor({ state: 'detached' });
    await tab('Timeline');
    const end = page.locator('.journey', { hasText: 'Leif Haugen: membership ended' });
    await end.locator('li', { hasText: 'lost Insider' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the hosted checkout is opened with who one is, and what is bought there arrives here', async () => {
    const { page, become } = await openPage();
    await become('Sunniva');
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the checkout of Member as Sunniva' }).click();
    const checkout = await opening;
    await checkout.getByLabel('E-mail').fill('sunniva@example.com');
    await checkout.getByRole('button', { name: 'Join for free' }).click();
    await checkout.getByText('Thank you').waitFor();
    await page.locator('#member-groups section', { hasText: /Supporter.*Sunniva/s }).waitFor();
    await page.close();
  });

  test('a fault is switched on, and an admin reads in the log channel that it was seen through', async () => {
    const { page, become, tab, message } = await openPage();
    await tab('Server');
    await page.getByRole('switch', { name: /Done, but reported as failed/ }).check();
    await become('Paolo');
    await tab('Shop');
    await page.getByRole('button', { name: 'Buy Member as Paolo' }).click();
    await page.locator('#member-groups section', { hasText: /Supporter.*Paolo/s }).waitFor();
    await tab('Timeline');
    const journey = page.locator('.journey', { hasText: 'Paolo: membership began' });
    await journey.getByText('answered 502, but it was done').first().waitFor();
    await tab('Server');
    await page.getByRole('switch', { name: /Done, but reported as failed/ }).uncheck();
    await page.getByRole('button', { name: 'See what an admin sees' }).click();
    await page.getByRole('heading', { name: '# role-log' }).waitFor();
    // What Paolo bought before was to be renewed.
    await message(/@Paolo got @Supporter\..*is paid for/s).waitFor();
    await page.close();
  });

  test('who never chose anybody stays who they are when their role arrives, and so does what they write', async () => {
    const { page, complaints } = await openPage();
    const you = page.getByLabel('You are');
    const id = await you.inputValue();
    const name = (await page.locator('#channels .door .name').textContent()) ?? '';
    await page.locator('#say').fill('half a thought');
    await page.getByRole('button', { name: `Buy Member as ${name}` }).click();
    const supporter = page.locator('#member-groups section', { hasText: 'Supporter' }).getByText(name);
    await supporter.waitFor();
    expect(await you.inputValue()).toBe(id);
    expect(await page.locator('#say').inputValue()).toBe('half a thought');
    await page.getByRole('button', { name: 'Terminate Member' }).click();
    await supporter.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a role that is dragged above the bot is put before the admins', async () => {
    const { page, become, tab, message } = await openPage();
    await tab('Server');
    await page.getByRole('button', { name: 'Move Supporter' }).focus();
    for (const place of ['5', '4', '3']) {
      await page.keyboard.press('ArrowUp');
      await page.getByText(`Supporter is now ${place} of 6`).waitFor({ state: 'attached' });
    }
    await become('Noor Rahman');
    await tab('Shop');
    await page.getByRole('button', { name: 'Buy Member as Noor Rahman' }).click();
    await tab('Server');
    await page.getByRole('button', { name: 'See what an admin sees' }).click();
    await message('Action needed').filter({ hasText: '@Supporter' }).waitFor();
    await page.close();
  });
});
