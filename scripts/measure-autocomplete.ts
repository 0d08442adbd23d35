/** Measures autocomplete latency with 1,000 plans: `npm run measure:autocomplete`. Fails above the limit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseConfig } from '../src/config/config.ts';
import { createLog } from '../src/observability/log.ts';
import { startRolekeeper } from '../src/rolekeeper.ts';
import { PAID_ROLES } from '../src/sandbox/index.ts';

const PORT = '3988';
const PLANS = 1_000;
const TIMES = 200;

/** Limit of the 95th percentile, in milliseconds. */
const MOST = 300;

let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-measure-'));
const config = parseConfig({ PORT, DATA_DIR: folder, COMMERCE_RATE_LIMIT: '0' });
const rolekeeper = await startRolekeeper({ config, clock, log: createLog('silent') });
try {
  const { sandbox, secrets } = rolekeeper;
  if (!sandbox) throw new Error('There is no sandbox.');
  const headers = {
    authorization: `Bearer ${secrets.commerceApiKey}`,
    'content-type': 'application/json',
  };
  for (let n = 1; n <= PLANS; n += 1) {
    const body = JSON.stringify({ initial_price: n, internal_notes: `Plan number ${n}` });
    const response = await fetch(`${config.localUrl}/api/v2/plans`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`Creating a plan failed with status ${response.status}.`);
  }
  // The bot's cache from its start is now older than a minute, so that it loads the plans again.
  ahead = 61_000;
  const { state } = sandbox.community;
  const general = [...state.channels.values()].find(({ name }) => name === 'general')?.id ?? '';
  const owner = sandbox.as(sandbox.community.guild(sandbox.guildId)?.ownerId ?? '', general);
  const type = async (command: string, option: string, values: Record<string, string>) => {
    const { answer } = owner.complete(command, option, values);
    const said = await answer;
    return said.kind === 'choices' ? said.choices.length : 0;
  };
  // 11 plans match, 23 and 230 to 239. Plans are listed newest first, so by then the last page is loaded, too.
  while ((await type('plans quick-link', 'plan', { plan: 'number 23' })) < 11) await wait(200);

  for (const [command, option, values] of [
    ['plans quick-link', 'plan', {}],
    ['roles map', 'source', { role: PAID_ROLES.supporter.id }],
    ['plans list', 'product', {}],
  ] as const) {
    const taken: number[] = [];
    for (let n = 0; n < TIMES; n += 1) {
      const began = performance.now();
      await type(command, option, { ...values, [option]: n % 2 ? `number ${n}` : '' });
      taken.push(performance.now() - began);
    }
    print(`/${command} ${option}`, taken);
  }
} finally {
  await rolekeeper.close();
  await rm(folder, { recursive: true });
}

function print(what: string, taken: readonly number[]): void {
  const sorted = taken.toSorted((one, other) => one - other);
  const mark = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const p95 = mark(0.95);
  const figures = `half within ${mark(0.5).toFixed(0)} ms, 95 % within ${p95.toFixed(0)} ms`;
  process.stdout.write(
    `${what}, ${PLANS} plans: ${figures} (at most ${MOST} ms), all within ${mark(1).toFixed(0)} ms\n`,
  );
  if (!(p95 <= MOST)) process.exitCode = 1;
}
