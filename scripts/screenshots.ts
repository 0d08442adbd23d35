/** Takes the screenshots of the sandbox's page for docs/images: `npm run screenshots`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { systemClock } from '../src/clock.ts';
import { parseConfig } from '../src/config/config.ts';
import { createLog } from '../src/observability/log.ts';
import { type Rolekeeper, startRolekeeper } from '../src/rolekeeper.ts';

const PORT = '3987';
const IMAGES = join(import.meta.dirname, '..', 'docs', 'images');
const WIDE = { width: 1320, height: 800 };
const NARROW = { width: 360, height: 740 };
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-pictures-'));
const config = parseConfig({ PORT, DATA_DIR: folder });
const rolekeeper = await startRolekeeper({ config, clock: systemClock, log: createLog('silent') });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  talk(rolekeeper);
  await live(browser);
  for (const colorScheme of ['light', 'dark'] as const) {
    const wide = await open(browser, { viewport: WIDE, colorScheme });
    await wide.getByRole('tab', { name: 'Timeline' }).click();
    await shoot(wide, `sandbox-wide-${colorScheme}`);
    await wide.getByRole('tab', { name: 'Server' }).click();
    await wide.getByRole('button', { name: 'See what an admin sees' }).click();
    await wide.locator('.embed').first().waitFor();
    await shoot(wide, `sandbox-admin-${colorScheme}`);
    const narrow = await open(browser, { viewport: NARROW, colorScheme, deviceScaleFactor: 2 });
    await shoot(narrow, `sandbox-narrow-${colorScheme}`);
    await narrow.getByLabel('You are').selectOption({ label: 'Juniper · Insider' });
    await narrow.getByRole('tab', { name: 'Shop' }).click();
    await narrow.getByText('active, renews').waitFor();
    await shoot(narrow, `sandbox-narrow-shop-${colorScheme}`);
  }
} finally {
  await browser.close();
  await rolekeeper.close();
  await rm(folder, { recursive: true });
}

function talk({ sandbox }: Rolekeeper): void {
  if (!sandbox) return;
  const { community } = sandbox;
  const id = (username: string) =>
    [...community.state.users.values()].find((user) => user.username === username)?.id ?? '';
  const general = [...community.state.channels.values()].find(({ name }) => name === 'general')?.id ?? '';
  const lines = [
    [
      'mira.solberg',
      '## The lamp is lit again\nThe harbour tour is on **Saturday at 18:00**. Bring:\n- a warm coat\n- somebody who has *never* been up there',
    ],
    ['ada.okafor', 'I’ll be there! Is the gallery open to everybody?'],
    [
      'tomasz_k',
      `> Is the gallery open to everybody?\nTo <@&1092025885658050129>s and <@&1092026137316190313>s. <@${id('ada.okafor')}> the shop is open, it takes a second.`,
    ],
    ['juniper', 'Just got mine, that was quick ||the view is worth it||'],
    ['leif.h', 'See you at the door, then. `Knock twice`, the bell is broken.'],
  ] as const;
  for (const [who, text] of lines) community.say(id(who), general, text);
}

/** Buys a plan as one member, and the more expensive one as another. */
async function live(browser: Browser): Promise<void> {
  const page = await open(browser, { viewport: WIDE });
  await page.getByLabel('You are').selectOption({ label: 'Ada Okafor' });
  await page.getByRole('button', { name: 'Buy Member as Ada Okafor' }).click();
  await happened(page, 'Ada Okafor got Supporter');
  await page.getByLabel('You are').selectOption({ label: 'Juniper' });
  await page.getByRole('button', { name: 'Buy Patron as Juniper' }).click();
  await happened(page, 'Juniper got Insider');
  await page.context().close();
}

/** Waits until the activity feed shows the text, whether the feed is visible or not. */
function happened(page: Page, text: string): Promise<void> {
  return page.locator('#activity li', { hasText: text }).first().waitFor({ state: 'attached' });
}

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`));
  page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${message.text()}\n`));
  await page.goto(`${config.publicUrl}/sandbox`);
  await page.getByRole('listitem').first().waitFor();
  return page;
}

async function shoot(page: Page, name: string): Promise<void> {
  // New entries are highlighted for a moment.
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
}
