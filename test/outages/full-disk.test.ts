import { execFileSync } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { errorCode } from '../../src/errors.ts';
import { temporaryFolder } from '../support/folder.ts';
import { userOf } from '../support/journey.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

/** Room for the embedded database and little else, in megabytes. */
const SIZE = 128;
const BLOCK = Buffer.alloc(64 * 1024);

const API_KEY = 'key_for_the_test_of_full_disks';

/** How many purchases are tried on a disk that is full, at most, and how many are refused before there is room. */
const TRIES = 60;
const REFUSED = 6;

/** How long what was acknowledged may take to have its effect, in milliseconds, on a busy machine. */
const RECOVERY = 60_000;

const JSON_TYPE = { accept: 'application/json', 'content-type': 'application/json' };

/** Mounts a small disk of memory; only an administrator may. */
function mount(folder: string): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${SIZE}m`, 'tmpfs', folder];
    execFileSync('/bin/mount', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Takes all the room that is left. */
async function fill(file: string): Promise<void> {
  for (const block of [BLOCK, BLOCK.subarray(0, 512)])
    for (;;) {
      const error = await appendFile(file, block).then(
        () => undefined,
        (caught: unknown) => caught,
      );
      if (error === undefined) continue;
      expect(errorCode(error)).toBe('ENOSPC');
      break;
    }
}

test('a full disk is told in words, and what was acknowledged before and during it is there afterwards', async (context) => {
  const disk = await temporaryFolder();
  if (!mount(disk)) return context.skip('A small disk can only be mounted by an administrator.');
  onTestFinished(() => void execFileSync('/bin/umount', ['-l', disk]));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const variables = { PORT: String(port), DATA_DIR: join(disk, 'data'), COMMERCE_API_KEY: API_KEY };
  const user = userOf(base, API_KEY);
  let running = startProcess(variables);
  await running.printed('Rolekeeper is running');
  const people = (await user.people()).map(({ id }) => id);
  const [plan] = await user.plans();
  const checkout = new URL(plan?.direct_link ?? '').pathname;

  /** @returns how it was answered; undefined where nobody did */
  const post = async (path: string, body: object) => {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${API_KEY}` };
    const sent = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) };
    const response = await fetch(new URL(path, base), sent).catch(() => undefined);
    if (response?.status === 503) told.push(await response.text());
    return response && { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const told: string[] = [];
  const sold = new Set<string>();
  const buy = async (n: number) => {
    const [member = ''] = people.slice(n % people.length);
    const who = { email: `buyer-${n}@example.com`, community_chat_id: member };
    const answer = await post(checkout, { ...who, card_number: '4242424242424242' });
    if (answer?.status === 201) sold.add(member);
    return answer;
  };
  expect((await buy(0))?.status).toBe(201);

  const filler = join(disk, 'filler');
  await fill(filler);
  let isGone = false;
  void running.ended.then(() => {
    isGone = true;
  });
  const refused: Awaited<ReturnType<typeof post>>[] = [];
  for (let n = 1; n <= TRIES && !isGone && refused.length < REFUSED; n++) {
    const plan = { name: 'P'.repeat(80), plan_type: 'one_time', initial_price: n };
    for (const answer of [await buy(n), await post('/api/v2/plans', plan)])
      if (answer?.status !== 201 && !isGone) refused.push(answer);
  }
  expect(running.output()).toContain('No space left on device');
  const log = running.output().slice(-6_000);
  expect(refused, log).toEqual(refused.map(() => ({ status: 503, retryAfter: '10' })));
  expect(isGone || refused.length > 0).toBe(true);
  for (const said of told)
    expect(said).toMatch(/The disk of the database is full|can’t be written at the moment/);

  await rm(filler);
  const sells = async () => (await buy(TRIES + 1))?.status === 201;
  if (!isGone) {
    // Once there is room, nobody needs to do anything else.
    await vi.waitUntil(sells, { timeout: RECOVERY, interval: 500 });
    await running.end('SIGKILL');
  }
  await fill(filler);
  const refusing = startProcess(variables);
  expect(await refusing.ended).toBe(1);
  expect(refusing.output()).toContain('The disk of DATA_DIR is full');
  await rm(filler);
  running = startProcess(variables);
  await running.printed('Rolekeeper is running');
  for (const member of sold) await user.hasRole(member, 'Supporter');
  await vi.waitUntil(sells, { timeout: RECOVERY, interval: 500 });
  expect(await running.end('SIGTERM')).toBe(0);
});
