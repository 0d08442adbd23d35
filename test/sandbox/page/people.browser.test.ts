import { expect, test } from 'vitest';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { connectClient, startSandbox } from '../sandbox.ts';
import { openSandbox } from './open.ts';

inBrowser(WHERE, () => {
  const browser = useBrowser();

  test('a role that is given appears on the open page, in the list and in the feed with its reason', async () => {
    const { sandbox, baseUrl, member, role } = await startSandbox();
    const { page, complaints, tab } = await openSandbox(browser, baseUrl);
    await tab('Timeline');
    sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Insider'), {
      by: member('Rolekeeper'),
      reason: 'Membership went valid',
    });
    await page.locator('#member-groups section', { hasText: /Insider.*Juniper/s }).waitFor();
    await page.locator('#activity li', { hasText: 'Juniper got Insider' }).waitFor();
    await page.getByText('by Rolekeeper · Membership went valid').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a stream that has died without a word is noticed, said on the page, and replaced', async () => {
    // It never beats, as one that died on the way.
    const { sandbox, baseUrl } = await startSandbox({ pageHeartbeat: 3_600_000 });
    const { page } = await openSandbox(browser, baseUrl);
    await page.clock.install();
    await page.reload();
    const badge = page.locator('#connection');
    await badge.getByText('Live').waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/sandbox/live*', async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.fastForward(26_000);
    await badge.getByText('The sandbox isn’t responding. Reconnecting…').waitFor();
    sandbox.community.join(sandbox.guildId, { username: 'newcomer' });
    release();
    await badge.getByText('Live').waitFor();
    await page.locator('#member-groups', { hasText: 'newcomer' }).waitFor();
    await page.close();
  });

  test('by keyboard alone somebody joins, accepts the rules, talks, leaves and comes back', async () => {
    const { sandbox, baseUrl } = await startSandbox();
    sandbox.community.setScreening(sandbox.guildId, true);
    const { page, complaints, message } = await openSandbox(browser, baseUrl);
    await page.getByLabel('You are').focus();
    await page.getByLabel('You are').selectOption('new');
    const name = '<b>Zoë</b>';
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByText('you must accept its rules').waitFor();
    await page.getByRole('button', { name: 'I agree' }).press('Enter');
    await page.locator('#say:focus').waitFor();
    await page.keyboard.type('Hello **all**');
    await page.keyboard.press('Enter');
    await message('Hello all').locator('strong', { hasText: 'all' }).waitFor();
    await page.getByRole('button', { name: 'Leave the server' }).press('Enter');
    await page.getByText(`${name} is not in The Lighthouse.`).waitFor();
    await page.locator('#door button:focus', { hasText: 'Join The Lighthouse' }).press('Enter');
    await page.getByRole('button', { name: 'I agree' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('of a crowd one finds anybody by name or page by page, and can be them', async () => {
    const { sandbox, baseUrl } = await startSandbox();
    for (let i = 0; i < 300; i += 1)
      sandbox.community.join(sandbox.guildId, { username: `guest.${i}`, displayName: `Guest ${i}` });
    const { page, complaints } = await openSandbox(browser, baseUrl);
    const list = page.locator('#member-groups');
    await page.getByText('1–100 of 309').waitFor();
    expect(await list.getByRole('button', { name: 'Guest 299' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('101–200 of 309').waitFor();
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await page.getByText('201–300 of 309').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('101–200 of 309').waitFor();

    const search = page.getByRole('searchbox', { name: 'Find a member' });
    await search.fill('nobody at all');
    await page.getByText('No member has that name.').waitFor();
    await search.fill('GUEST 299');
    await list.getByRole('button', { name: 'Guest 299' }).click();
    await page.getByRole('button', { name: 'Be Guest 299' }).click();
    await page.locator('#channels .door', { hasText: 'Guest 299' }).waitFor();
    await search.fill('');
    await page.getByText('1–100 of 309').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('everybody sees the channels that are theirs, where what they began to write waits for them', async () => {
    const { sandbox, baseUrl, member, role } = await startSandbox();
    const { page, become } = await openSandbox(browser, baseUrl);
    await become('Juniper');
    const supporters = page.getByRole('button', { name: 'supporters' });
    expect(await supporters.count()).toBe(0);
    await page.locator('#say').fill('half a thought');
    sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Supporter'));
    await supporters.click();
    await page.getByRole('heading', { name: '# supporters' }).waitFor();
    expect(await page.locator('#say').inputValue()).toBe('');
    sandbox.community.takeRole(sandbox.guildId, member('juniper'), role('Supporter'));
    await page.getByRole('heading', { name: '# general' }).waitFor();
    expect(await page.locator('#say').inputValue()).toBe('half a thought');
    await page.close();
  });

  test('a direct message with the bot is read by its two only', async () => {
    const { sandbox, baseUrl, member } = await startSandbox();
    const { client } = await connectClient(sandbox);
    const { page, become, message } = await openSandbox(browser, baseUrl);
    await become('Noor Rahman');
    await page.locator('#direct-list').getByRole('button').click();
    await page.getByText('Only Noor Rahman and the bot read this').waitFor();
    await (await client.users.fetch(member('noor.rahman'))).send('Your membership ends soon.');
    await message('Your membership ends soon.').waitFor();
    await become('Paolo');
    await page.getByRole('heading', { name: '# general' }).waitFor();
    await page.close();
  });

  test('nothing is cut off at the width of a phone, whatever is open', async () => {
    const { baseUrl } = await startSandbox();
    const { page, tab } = await openSandbox(browser, baseUrl, { viewport: { width: 360, height: 640 } });
    for (const name of ['Members', 'Shop', 'Timeline', 'Server', 'Chat']) {
      await tab(name);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    await page.getByRole('button', { name: 'All channels' }).click();
    await page.getByRole('button', { name: 'general' }).click();
    await page.locator('#say').waitFor();
    await page.close();
  });

  test('on a phone too one sees that the connection is lost, and hits what is small', async () => {
    const { baseUrl, stop } = await startSandbox();
    const { page, tab } = await openSandbox(browser, baseUrl, { viewport: { width: 360, height: 640 } });
    const badge = page.locator('#connection');
    await page.locator('#connection.is-live').waitFor({ state: 'attached' });
    expect((await badge.boundingBox())?.width).toBe(1);
    await tab('Server');
    const small = await page.getByRole('button', { name: 'Delete Supporter' }).boundingBox();
    expect(Math.min(small?.width ?? 0, small?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await stop();
    await badge.getByText('Reconnecting…').waitFor();
    expect((await badge.boundingBox())?.width).toBeGreaterThan(60);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.close();
  });

  test('the theme is the device’s until another one is chosen, and that is kept', async () => {
    const { baseUrl } = await startSandbox();
    const { page } = await openSandbox(browser, baseUrl, { colorScheme: 'light' });
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.getByRole('button', { name: 'Theme: as your device' }).click();
    expect(await paper()).toBe(light);
    await page.reload();
    expect(await paper()).toBe(light);
    await page.close();
  });
});
