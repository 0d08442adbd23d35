import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

/** Debian's browsers; the one without windows takes two thirds of the processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

export const CHROMIUM: string = process.env['CHROMIUM'] ?? BROWSERS.find(existsSync) ?? BROWSERS[0];

/** How long a page may take for one thing, in milliseconds: machines that test are busy. */
const PATIENCE = 20_000;

/** Tests in a real browser; where none is installed they are skipped, and the name says why. */
export const inBrowser = describe.skipIf(!existsSync(CHROMIUM));
export const WHERE = `in a browser (skipped where ${CHROMIUM} is not installed)`;

/** One browser for the tests of a block. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(() => browser.close());
  return {
    /** A page of its own, with what it complained about. */
    async open(url: string, options: BrowserContextOptions = {}) {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(PATIENCE);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(url);
      return { page, complaints };
    },
  };
}
