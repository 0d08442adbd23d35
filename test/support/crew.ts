import type { Sandbox } from '../../src/sandbox/index.ts';

/** A role low enough for the bot to give. */
const LOW = 1;

/** A new guild with so many people besides its owner, and so many roles that its bot may give. */
export function foundCrew({ community }: Sandbox, people: number, roles: number) {
  const guild = community.createGuild('Crew', people);
  const botRole = [...guild.roles.values()].find(({ managed }) => managed);
  community.changeRole(guild.id, botRole?.id ?? '', { position: 50 });
  const { botId } = community.state.application;
  return {
    guildId: guild.id,
    people: [...guild.members.keys()].filter((id) => id !== botId && id !== guild.ownerId),
    roles: Array.from(
      { length: roles },
      (_, n) => community.createRole(guild.id, { name: `${n}`, position: LOW }).id,
    ),
  };
}
