import fc from 'fast-check';
import { test } from 'vitest';
import { useCommerce } from '../../support.ts';
import { startRun } from './run.ts';
import { step } from './steps.ts';

const commerce = useCommerce();

const { LIFE_SEED = '20261121', LIFE_RUNS = '8' } = process.env;
const SEED = Number(LIFE_SEED);
const RUNS = Number(LIFE_RUNS);
/** Milliseconds in which all runs must be through: far more than they take on a busy machine. */
const ENOUGH = RUNS * 20_000;

test(`status, money, stock and events follow the model, whatever is done and whenever (seed ${SEED})`, {
  timeout: ENOUGH + 10_000,
}, async () => {
  const steps = fc.array(step, { minLength: 15, maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (isOpenWhilePastDue, all) => {
      const run = await startRun(commerce(), isOpenWhilePastDue);
      for (const one of all) await run.take(one);
      await run.compare();
    }),
    { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: ENOUGH, markInterruptAsFailure: true },
  );
});
