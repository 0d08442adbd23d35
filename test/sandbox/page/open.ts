import type { BrowserContextOptions, Page } from 'playwright-core';
import type { useBrowser } from '../../support/browser.ts';

/** Opens the sandbox's page and waits until it is live, and keeps to whom it was given. */
export async function openSandbox(
  browser: ReturnType<typeof useBrowser>,
  baseUrl: string,
  options: BrowserContextOptions = {},
) {
  const opened = await browser.open('about:blank', options);
  // With the first view the page learns who it is for, and asks once more as that one.
  const shown = opened.page.waitForResponse(/\/sandbox\/live\?.*as=/);
  await Promise.all([shown, opened.page.goto(`${baseUrl}/sandbox`)]);
  await opened.page.locator('#persona option').first().waitFor({ state: 'attached' });
  return { ...opened, ...hands(opened.page) };
}

/** What a person does at the page. */
function hands(page: Page) {
  const message = (text: string | RegExp) => page.locator('#messages > li').filter({ hasText: text });
  /** Picks a command as one types it. */
  const pick = async (command: string) => {
    await page.locator('#say').pressSequentially(`/${command}`);
    await page.locator('#picker [role=option]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Run /${command}` }).waitFor();
  };
  return {
    message,
    pick,
    become: async (name: string) => {
      const option = page.locator('#persona option', { hasText: name });
      await page.getByLabel('You are').selectOption((await option.getAttribute('value')) ?? '');
      await page.locator('#channels .door', { hasText: name }).waitFor();
    },
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    /** Runs a command without options. */
    run: async (command: string) => {
      await pick(command);
      await page.getByRole('button', { name: `Run /${command}` }).click();
    },
  };
}
