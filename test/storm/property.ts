import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './run.ts';
import { scenario } from './scenario.ts';
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
}
