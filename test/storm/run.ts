import { findWrong } from './find-wrong.ts';
import { happen } from './happen.ts';
import type { Scenario } from './scenario.ts';
import { setStage } from './stage.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;
const QUARTER = 15 * 60_000;

/** Lets everything happen, waits until all is over, and says what is not as it must be. */
export async function run(world: World, scenario: Scenario): Promise<readonly string[]> {
  const stage = await setStage(world, scenario);
  const { faults } = world.chat.sandbox;
  try {
    for (const [number, step] of scenario.steps.entries()) {
      if (number === scenario.restartsAt) {
        await stage.restart();
      }
      await happen(stage, step);
    }
    faults.clear();
    await stage.settle();
    world.shop.state.failures = 0;
    for (const delivery of stage.deliveries) await stage.deliver(delivery);
    await stage.hear(Number.POSITIVE_INFINITY);
    await stage.drain();
    world.pass(scenario.daysLater * DAY);
    // What one sweep has done the next one looks at.
    // Where all memberships have ended untold, admins are asked at the second one, and the third finishes.
    for (let times = 0; times < 3; times++) {
      world.pass(QUARTER);
      await stage.sweepAll();
      await stage.drain();
      await stage.approve();
      await stage.drain();
    }
  } finally {
    await stage.leave();
  }
  return findWrong(stage);
}
