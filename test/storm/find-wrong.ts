import { expected, mayBeKicked } from './model.ts';
import { MANAGED } from './scenario.ts';
import type { Scene } from './scene.ts';

/** What is not as the model has it, now that all is over. */
export function findWrong(scene: Scene): readonly string[] {
  const { container, scenario, guildId, people, roles, truths, byHand, gone } = scene;
  const { community } = container.chat.sandbox;
  const wrong: string[] = [];
  for (const [person, userId] of people.entries()) {
    const member = community.guild(guildId)?.members.get(userId);
    if (!member && !gone.has(person) && !mayBeKicked(scenario, truths, person))
      wrong.push(`${person} was removed`);
    for (let role = 0; member && role <= MANAGED; role++) {
      const key = `${person} ${role}`;
      const given = { isGiven: byHand.has(key), isGivenFirst: byHand.get(key) ?? false };
      const must = expected(scenario, truths, { person, role, ...given, isPending: member.pending });
      const has = member.roles.includes(roles[role] ?? '');
      if (must !== undefined && must !== has) wrong.push(`${person} ${has ? 'has' : 'lacks'} role ${role}`);
    }
  }
  for (const [role, id] of roles.entries())
    if (container.chat.touched.has(id) && !scenario.mappings.some((mapping) => mapping.role === role))
      wrong.push(`role ${role} was touched, which no mapping manages`);
  return wrong;
}
