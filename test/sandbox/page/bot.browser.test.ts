import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser, useBrowser, WHERE } from '../../support/browser.ts';
import { startSandbox } from '../sandbox.ts';
import { connectBot } from './bot.ts';
import { openSandbox } from './open.ts';

inBrowser(WHERE, () => {
  const browser = useBrowser();

  async function meetBot() {
    const started = await startSandbox();
    const bot = await connectBot(started.sandbox);
    const opened = await openSandbox(browser, started.baseUrl);
    await opened.become('Juniper');
    return { ...started, ...bot, ...opened };
  }

  test('a command is typed, its options are filled in and completed, and the answer appears', async () => {
    const { page, pick, message, complaints, failed } = await meetBot();
    await pick('plans give');
    await page.getByLabel('who').selectOption({ label: 'Sunniva' });
    await completed(page, 'si', () => page.getByLabel('plan').pressSequentially('si'));
    await page.getByRole('option', { name: 'Silver' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('days').fill('30');
    await page.getByLabel('quiet').selectOption({ label: 'True' });
    await page.keyboard.press('Escape');
    expect(await page.locator('#say').isVisible()).toBe(true);

    await pick('plans give');
    await page.getByLabel('who').selectOption({ label: 'Sunniva' });
    await completed(page, 'Gold', () => page.getByLabel('plan').fill('Gold'));
    await page.getByRole('option', { name: 'Gold' }).click();
    await page.getByLabel('days').fill('30');
    await page.getByRole('button', { name: 'Run /plans give' }).click();
    const given = message('@Sunniva has plan_gold.');
    await given.locator('.mention', { hasText: '@Sunniva' }).waitFor();
    await given.getByText('Juniper used /plans give').waitFor();
    await given.locator('dd', { hasText: '30' }).waitFor();
    expect([complaints, failed]).toEqual([[], []]);
    await page.close();
  });

  test('a suggestion that is taken stays, and the bot is asked no more', async () => {
    const { page, pick } = await meetBot();
    await pick('plans give');
    const plan = page.getByLabel('plan');
    await completed(page, 'g', () => plan.pressSequentially('g'));
    await page.getByRole('option', { name: 'Gold' }).waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('"complete"')) asked += 1;
    });
    // However slow the machine is, no time passes between the letter and the choice.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await plan.pressSequentially('o');
    await page.getByRole('option', { name: 'Gold' }).click();
    await page.clock.runFor(1_000);
    expect(await page.getByRole('option', { name: 'Gold' }).isVisible()).toBe(false);
    expect(await plan.inputValue()).toBe('Gold');
    expect(asked).toBe(0);
    await page.close();
  });

  test.each([
    { width: 360, height: 640 },
    { width: 800, height: 600 },
  ])('a command of many options leaves room for the conversation, and can be run: %j', async (viewport) => {
    const started = await startSandbox();
    await connectBot(started.sandbox);
    const { page, pick } = await openSandbox(browser, started.baseUrl, { viewport });
    await pick('plans make');
    expect(await page.locator('.option').count()).toBe(4);
    await page.getByRole('button', { name: '16 more options' }).click();
    await page.getByLabel('part-5 ').fill('x');
    await page.getByLabel('part-20').fill('x');
    const run = await page.getByRole('button', { name: 'Run /plans make' }).boundingBox();
    expect((run?.y ?? 0) + (run?.height ?? 0)).toBeLessThan(viewport.height);
    const messages = await page.locator('#scroller').boundingBox();
    expect(messages?.height).toBeGreaterThan(100);
    await page.close();
  });

  test('a message has several lines: Shift and Enter make another, Enter alone sends', async () => {
    const { page, message } = await meetBot();
    await page.locator('#say').fill('One');
    await page.locator('#say').press('Shift+Enter');
    await page.locator('#say').pressSequentially('Two');
    expect(await page.locator('#say').inputValue()).toBe('One\nTwo');
    await page.locator('#say').press('Enter');
    await message(/One\s*Two/).waitFor();
    expect(await page.locator('#say').inputValue()).toBe('');
    await page.close();
  });

  test('what the bot offers in the menu of a member and of a message is used from there', async () => {
    const { page, message, complaints, failed } = await meetBot();
    await page.locator('#member-groups').getByRole('button', { name: 'Sunniva' }).click();
    await page.getByRole('button', { name: 'Greet: Sunniva' }).click();
    await message('Hello @Sunniva!').waitFor();
    await page.locator('#say').fill('The lamp is lit');
    await page.keyboard.press('Enter');
    await message('The lamp is lit').hover();
    await message('The lamp is lit').getByRole('button', { name: 'Quote' }).click();
    await message('They said “The lamp is lit”.').waitFor();
    expect([complaints, failed]).toEqual([[], []]);
    await page.close();
  });

  test('a button changes its message, several things are chosen at once, and a link leads out', async () => {
    const { page, run, message, complaints, failed } = await meetBot();
    await run('plans list');
    const list = message('What you can have');
    const shop = list.getByRole('link', { name: 'Shop' });
    expect(await shop.getAttribute('href')).toBe('https://example.com/plans');
    expect(await shop.getAttribute('rel')).toContain('noopener');
    await list.getByRole('button', { name: 'Terminate' }).click();
    await list.getByText('Gold is ended').waitFor();
    await list.getByText('until January 15, 2027').waitFor();

    await list.getByRole('button', { name: 'Choose two' }).press('Enter');
    await page.keyboard.press('Enter');
    expect(await list.getByRole('option', { name: 'Choose at least 2' }).isVisible()).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await list.getByRole('option', { name: 'Done' }).click();
    await message('You chose red and blue.').waitFor();
    expect([complaints, failed]).toEqual([[], []]);
    await page.close();
  });

  test('what is for one is seen by that one, and can be dismissed', async () => {
    const { page, run, message, become } = await meetBot();
    await run('plans list');
    await message('What you can have').getByRole('button', { name: 'More' }).click();
    await message('Only you can see this').waitFor();
    await become('Paolo');
    await message('What you can have').waitFor();
    expect(await message('Only for you.').count()).toBe(0);
    await become('Juniper');
    await message('Only for you.').getByRole('button', { name: 'Dismiss' }).click();
    await message('Only for you.').waitFor({ state: 'detached' });
    await page.close();
  });

  test('a form is filled in and sent', async () => {
    const { page, run, message, complaints, failed } = await meetBot();
    await run('feedback');
    const form = page.getByRole('dialog', { name: 'Feedback' });
    await form.getByText('All of it is read in #general.').waitFor();
    expect(await form.getByRole('button', { name: '#general' }).count()).toBe(0);
    await form.getByLabel('What do you think?').fill('Lovely');
    await form.getByRole('button', { name: 'Submit' }).click();
    await message('Thank you for “Lovely”.').waitFor();
    await form.waitFor({ state: 'hidden' });
    expect([complaints, failed]).toEqual([[], []]);
    await page.close();
  });

  test('a bot that thinks is waited for; one that says nothing in three seconds did not respond', async () => {
    const { page, run, message, goOn } = await meetBot();
    await run('slow');
    await message('Rolekeeper is thinking…').waitFor();
    goOn();
    await message('That took a while.').waitFor();
    // It is said for three seconds only: whoever looks for it afterwards may come too late.
    const silent = page.locator('#waiting > li', { hasText: '/silent' });
    await Promise.all([silent.getByText('Sending the command…').waitFor(), run('silent')]);
    await page.getByText('The application did not respond.').waitFor();
    await page.close();
  });

  test('commands are offered to those who may run them', async () => {
    const { page, run, message, become } = await meetBot();
    await page.locator('#say').pressSequentially('/');
    await page.getByRole('option', { name: '/feedback' }).waitFor();
    expect(await page.getByRole('option', { name: '/admin' }).count()).toBe(0);
    await become('Tomasz');
    await run('admin');
    await message('You may.').waitFor();
    await page.close();
  });
});

/** Types into the field of the plan until what the bot says to just that is shown: before, it may be asked about less. */
async function completed(page: Page, plan: string, type: () => Promise<void>): Promise<void> {
  const isAbout = (body: string | null) => body?.includes(`"plan":"${plan}"`) ?? false;
  await Promise.all([page.waitForResponse((response) => isAbout(response.request().postData())), type()]);
  // It suggests this one only to somebody who has typed nothing yet.
  await page.getByRole('option', { name: 'Bronze' }).waitFor({ state: 'hidden' });
}
