import { happen } from './happen.ts';
import { expected, mayBeKicked } from './model.ts';
import { MANAGED, type Scenario } from './scenario.ts';
import { type Stage, setStage } from './stage.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;

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
    world.shop.state.failures = 0;
    for (const delivery of stage.deliveries) await stage.deliver(delivery);
    for (const event of stage.heard.splice(0)) await stage.bot().hear(event);
    await stage.drain();
    world.pass(scenario.daysLater * DAY);
    // What one sweep has done the next one looks at.
    for (let times = 0; times < 2; times++) {
      await stage.sweepAll();
      await stage.drain();
    }
  } finally {
    stage.unwatch();
    faults.clear();
    await stage.bot().app.close();
  }
  return findWrong(stage);
}

function findWrong({
  world,
  scenario,
  guildId,
  people,
  roles,
  truths,
  byHand,
  gone,
}: Stage): readonly string[] {
  const { community } = world.chat.sandbox;
  const wrong: string[] = [];
  for (const [person, userId] of people.entries()) {
    const member = community.guild(guildId)?.members.get(userId);
    if (!member && !gone.has(person) && !mayBeKicked(scenario, truths, person))
      wrong.push(`${person} was removed`);
    for (let role = 0; member && role <= MANAGED; role++) {
      const isGiven = byHand.has(`${person} ${role}`);
      const must = expected(scenario, truths, { person, role, isGiven, isPending: member.pending });
      const has = member.roles.includes(roles[role] ?? '');
      if (must !== undefined && must !== has) wrong.push(`${person} ${has ? 'has' : 'lacks'} role ${role}`);
    }
  }
  for (const [role, id] of roles.entries())
    if (world.chat.touched.has(id) && !scenario.mappings.some((mapping) => mapping.role === role))
      wrong.push(`role ${role} was touched, which no mapping manages`);
  return wrong;
}
