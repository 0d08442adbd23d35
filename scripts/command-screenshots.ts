/** Takes the screenshots of the main replies for docs/images/commands: `npm run screenshots`. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { parseConfig } from '../src/config/config.ts';
import { createLog } from '../src/observability/log.ts';
import { startRolekeeper } from '../src/rolekeeper.ts';
import type { Sandbox } from '../src/sandbox/index.ts';
import { PICTURES, pictureOf } from './docs/commands-page.ts';
import { answerTo, createShop, movableClock, press, until } from './docs/community-life.ts';

const PORT = '3989';
const IMAGES = join(import.meta.dirname, '..', 'docs', 'images', 'commands');
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Age of the community, in days. */
const DAYS = 29;
const DAY = 86_400_000;

const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-pictures-'));
const clock = movableClock(-DAYS * DAY);
const config = parseConfig({ PORT, DATA_DIR: folder, COMMERCE_RATE_LIMIT: '0' });
const rolekeeper = await startRolekeeper({ config, clock, log: createLog('silent') });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  const { sandbox } = rolekeeper;
  if (!sandbox) throw new Error('There is no sandbox.');
  await mkdir(IMAGES, { recursive: true });
  const answers = await live(sandbox);
  for (const colorScheme of ['light', 'dark'] as const) await shootAll(browser, answers, colorScheme);
} finally {
  await browser.close();
  await rolekeeper.close();
  await rm(folder, { recursive: true });
}

interface Answer {
  readonly path: string;
  readonly reader: string;
  readonly messageId: string;
}

/** Simulates a month in the community, then runs the commands to show. */
async function live({ community, guildId, as }: Sandbox): Promise<readonly Answer[]> {
  const users = [...community.state.users.values()];
  const id = (username: string) => users.find((user) => user.username === username)?.id ?? '';
  const general = [...community.state.channels.values()].find(({ name }) => name === 'general')?.id ?? '';
  const rolesOf = (username: string) => community.guild(guildId)?.members.get(id(username))?.roles ?? [];
  const owner = as(community.guild(guildId)?.ownerId ?? '', general);
  const juniper = as(id('juniper'), general);

  const shop = createShop(rolekeeper);
  const [patron = '', member = ''] = await shop.plans();
  await shop.create('Crew, monthly', 5);
  const [crew = ''] = await shop.plans();
  const ended: string[] = [];
  for (let day = DAYS; day >= 1; day -= 1) {
    clock.passTo(day);
    // Numbers of buyers in waves; some memberships end again.
    const count = Math.round(1.8 + 1.3 * Math.sin(day / 4));
    for (let n = 0; n < count; n += 1) {
      const bought = await shop.buy(n % 3 === 0 ? crew : member, `buyer-${day}-${n}@example.com`);
      if ((day + n) % 2 === 0) ended.push(bought);
    }
    for (const one of ended.splice(0, 1)) await shop.terminate(one);
  }
  clock.passTo(0);
  await shop.buy(member, 'ada@example.com', id('ada.okafor'));
  const monthly = await shop.buy(crew, 'juniper@example.com', id('juniper'));
  await shop.buy(patron, 'juniper@example.com', id('juniper'));
  await until('Juniper has both roles', () => rolesOf('juniper').length === 2);

  await until('plans are known by their names', async () => {
    const said = await owner.complete('plans quick-link', 'plan', { plan: 'crew' }).answer;
    return said.kind === 'choices' && said.choices.length > 0;
  });
  await until('all events are processed', async () => {
    const examined = await answerTo(owner.run('doctor'));
    return !JSON.stringify(owner.messages().find((message) => message.id === examined)).includes(
      'to be worked',
    );
  });

  const founders = community.createRole(guildId, { name: 'Founders', position: 1 });
  const mapping = await answerTo(owner.run('roles map', { role: founders.id, source: patron }));
  await press(owner, await answerTo(owner.run('roles map', { role: founders.id, source: patron })), 'Save')
    .answer;
  await until('Juniper is a founder', () => rolesOf('juniper').length === 3);
  // An admin drags the role above the bot's, and another member buys.
  community.changeRole(guildId, founders.id, { position: 40 });
  await shop.buy(patron, 'sunniva@example.com', id('sunniva'));
  await until('there is a problem', async () => {
    const listed = await answerTo(owner.run('access problems'));
    return JSON.stringify(owner.messages().find((message) => message.id === listed)).includes('Try again');
  });

  const asked = {
    link: juniper.run('link'),
    membership: juniper.run('membership'),
    'access why': owner.run('access why', { member: id('sunniva') }),
    'access problems': owner.run('access problems'),
    'memberships show': owner.run('memberships show', { membership: monthly }),
    'memberships terminate': owner.run('memberships terminate', { membership: monthly }),
    'plans list': owner.run('plans list'),
    stats: owner.run('stats'),
    doctor: owner.run('doctor'),
  };
  const answers: Answer[] = [{ path: 'roles map', reader: 'Mira Solberg', messageId: mapping }];
  for (const [path, each] of Object.entries(asked)) {
    const reader = path === 'link' || path === 'membership' ? 'Juniper' : 'Mira Solberg';
    answers.push({ path, reader, messageId: await answerTo(each) });
  }
  return answers;
}

async function shootAll(
  of: Browser,
  answers: readonly Answer[],
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const context = await of.newContext({
    viewport: { width: 1040, height: 1000 },
    colorScheme,
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`));
  await page.goto(`${config.publicUrl}/sandbox`);
  await page.getByRole('listitem').first().waitFor();
  for (const path of PICTURES.keys()) {
    const answer = answers.find((each) => each.path === path);
    if (!answer) throw new Error(`/${path} was not run.`);
    await become(page, answer.reader);
    const message = page.locator(`[data-message="${answer.messageId}"] .said`);
    await message.scrollIntoViewIfNeeded();
    // Images load when they come into view, and new messages are highlighted for a moment.
    await page.waitForTimeout(1_500);
    await message.screenshot({ path: join(IMAGES, `${pictureOf(path)}-${colorScheme}.png`) });
  }
  await context.close();
}

async function become(page: Page, name: string): Promise<void> {
  const persona = page.getByLabel('You are');
  const label = await persona.locator('option', { hasText: name }).first().textContent();
  await persona.selectOption({ label: label ?? name });
  await page.waitForTimeout(500);
}
