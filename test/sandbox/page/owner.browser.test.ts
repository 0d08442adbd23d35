import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { waitFor } from '../../support/wait.ts';
import { startSandbox } from '../sandbox.ts';
import { openSandbox } from './open.ts';

inBrowser(WHERE, () => {
  const browser = useBrowser();

  async function openServer() {
    const started = await startSandbox();
    const opened = await openSandbox(browser, started.baseUrl);
    await opened.tab('Server');
    const order = () =>
      [...(started.sandbox.community.guild(started.sandbox.guildId)?.roles.values() ?? [])]
        .sort((a, b) => b.position - a.position)
        .map(({ name }) => name)
        .slice(0, -1);
    return { ...started, ...opened, order };
  }

  const BEFORE = ['Owner', 'Moderator', 'Rolekeeper', 'Server Booster', 'Insider', 'Supporter'];

  test('a role is moved with the arrow keys, and the keyboard stays on it', async () => {
    const { page, order, complaints } = await openServer();
    expect(order()).toEqual(BEFORE);
    const handle = page.getByRole('button', { name: 'Move Insider' });
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('Insider is now 4 of 6').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.locator('#roles li', { hasText: /Insider.*above the bot/ }).waitFor();
    expect(order()).toEqual(['Owner', 'Moderator', 'Insider', 'Rolekeeper', 'Server Booster', 'Supporter']);
    expect(await handle.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('arrow keys that are pressed faster than the server answers all count', async () => {
    const { page, order, sandbox, role } = await openServer();
    const handle = page.getByRole('button', { name: 'Move Supporter' });
    await handle.focus();
    // The place it ends in is reached by the last key only: once it is there, no key is on its way.
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
      await page.keyboard.press(key);
    await waitFor(() => expect(order().indexOf('Supporter')).toBe(2));
    await page.locator('#roles li:nth-child(3)', { hasText: /Supporter.*above the bot/ }).waitFor();
    await page.getByText('Supporter is now 3 of 6').waitFor({ state: 'attached' });
    sandbox.community.orderRoles(sandbox.guildId, BEFORE.map(role).reverse());
    await page.locator('#roles li:nth-child(6)', { hasText: 'Supporter' }).waitFor();
    expect(await handle.evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.close();
  });

  test('what others do while a move is under way is shown once the move is done', async () => {
    const { page, order, sandbox, role } = await openServer();
    const late = Promise.withResolvers<void>();
    await page.route(/\/sandbox\/roles\/\d+\/place$/, async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Move Supporter' }).focus();
    await page.keyboard.press('ArrowUp');
    await waitFor(() => expect(order().indexOf('Supporter')).toBe(4));
    await page.locator('#roles li:nth-child(5)', { hasText: 'Supporter' }).waitFor();
    const others = ['Moderator', 'Owner', 'Rolekeeper', 'Server Booster', 'Insider', 'Supporter'];
    sandbox.community.orderRoles(sandbox.guildId, others.map(role).reverse());
    await page.locator('#roles li:nth-child(1)', { hasText: 'Moderator' }).waitFor();
    expect(await page.locator('#roles li:nth-child(5)').textContent()).toContain('Supporter');
    late.resolve();
    await page.locator('#roles li:nth-child(6)', { hasText: 'Supporter' }).waitFor();
    await page.close();
  });

  test('a role is dragged above the bot', async () => {
    const { page, order } = await openServer();
    await drag(page, 'Move Supporter', 'Move Rolekeeper');
    await page.locator('#roles li', { hasText: /Supporter.*above the bot/ }).waitFor();
    expect(order().indexOf('Supporter')).toBe(2);
    await page.close();
  });

  test('a role is made, given by hand, taken and deleted at the second click', async () => {
    const { page, order, rolesOf, role } = await openServer();
    await page.getByLabel('Name of a new role').fill('Helper');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Move Helper' }).waitFor();
    await page
      .locator('#members')
      .getByRole('button', { name: /Juniper/ })
      .click();
    const profile = page.getByRole('dialog', { name: 'Juniper' });
    await profile.getByLabel('Helper').check();
    await waitFor(() => expect(rolesOf('juniper')).toEqual([role('Helper')]));
    await profile.getByLabel('Helper').uncheck();
    await waitFor(() => expect(rolesOf('juniper')).toEqual([]));
    expect(await profile.getByLabel('Server Booster').isDisabled()).toBe(true);
    await profile.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete Helper', exact: true }).click();
    expect(order()).toContain('Helper');
    await page.getByRole('button', { name: 'Really delete Helper' }).click();
    await page.getByRole('button', { name: 'Move Helper' }).waitFor({ state: 'detached' });
    expect(order()).toEqual(BEFORE);
    await page.close();
  });

  test('what goes wrong is switched on and off in plain words', async () => {
    const { page, call, sandbox } = await openServer();
    const down = page.getByRole('switch', { name: /The platform is down/ });
    await down.check();
    await waitFor(async () => expect((await call('GET', '/users/@me')).status).toBe(500));
    expect(sandbox.faults.list()).toHaveLength(1);
    await down.uncheck();
    await waitFor(async () => expect((await call('GET', '/users/@me')).status).toBe(200));
    await page.close();
  });
});

async function drag(page: Page, what: string, to: string): Promise<void> {
  const target = await page.getByRole('button', { name: to }).boundingBox();
  await page.getByRole('button', { name: what }).hover();
  await page.mouse.down();
  await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 5, { steps: 6 });
  await page.mouse.up();
}
