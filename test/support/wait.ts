import { TestRunner } from 'vitest';

/** How often it is looked, in milliseconds. */
const INTERVAL = 20;

/** What a test needs to say why it failed before its time is up, in milliseconds. */
const MARGIN = 2_000;

/** How long a hook waits, in milliseconds. It is no test, and has no time of its own that could be read. */
const HOOK_PATIENCE = 100_000;

/** The machine's own time, also where a test fakes it. */
const real = { now: Date.now, setTimeout };

/**
 * Waits until a check passes, for as long as the running test has: a busy machine is no fault of what is tested.
 * @param check says by throwing what is not yet as it should be
 * @throws the last of what it threw
 */
export async function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = endOfTest();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (real.now() > deadline) throw error;
    }
    await new Promise((resolve) => real.setTimeout(resolve, INTERVAL));
  }
}

/** Waits until a condition holds, for as long as the running test has. @returns what made it hold */
export const waitUntil = <T>(condition: () => T | Promise<T>): Promise<Truthy<T>> =>
  waitFor(async () => {
    const result = await condition();
    if (!isTruthy(result)) throw new Error(`Waited in vain for: ${String(condition)}`);
    return result;
  });

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>;

const isTruthy = <T>(value: T): value is Truthy<T> => Boolean(value);

function endOfTest(): number {
  const test = TestRunner.getCurrentTest();
  const startedAt = test?.result?.startTime;
  if (!test || startedAt === undefined) return real.now() + HOOK_PATIENCE;
  return startedAt + test.timeout - MARGIN;
}
