import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CROWDED, crowd, runCrowd } from './crowd.ts';
import { run } from './run.ts';
import { scenario } from './scenario.ts';
import { setStage } from './stage.ts';
import { openWorld, type World } from './world.ts';

const SEED = Number(process.env['STORM_SEED'] ?? 20261121);

/** Declares the test that the roles are those of the model, in so many runs that are the same each time. */
export function rolesAreRight(numRuns: number, timeout: number): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test(`whatever happens, the roles are right in the end and no other is touched: ${numRuns} runs (seed ${SEED})`, {
    timeout,
  }, async () => {
    const property = fc.asyncProperty(scenario, async (one) => {
      expect(await run(world, one)).toEqual([]);
    });
    await fc.assert(property, { numRuns, seed: SEED });
  });

  const crowds = Math.ceil(numRuns / 10);
  test(`where many would lose their role at once, nothing is taken until that is approved: ${crowds} runs (seed ${SEED})`, {
    timeout,
  }, async () => {
    const property = fc.asyncProperty(crowd, async (one) => {
      const stage = await setStage(world, CROWDED, one.size);
      expect(await runCrowd(stage, one).finally(stage.leave)).toEqual([]);
    });
    await fc.assert(property, { numRuns: crowds, seed: SEED });
  });
}
