import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../../src/clock.ts';
import { buildApp } from '../../src/http/app.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { freePort, TOKEN } from '../sandbox/sandbox.ts';
import { quietLog } from '../support/log.ts';

const MEMBER_CALL = /guilds\/(?<guild>\d+)\/members\/(?<user>\d+)$/;
const ROLE_CALL = /roles\/(?<role>\d+)$/;
const NewRoles = Type.Object({ roles: Type.Array(Type.String()) });

/** A sandbox whose every write call of the bot is kept: which roles it was about. */
export async function openChat(clock: Clock) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const sandbox = await createSandbox({ clock, log: quietLog, baseUrl, token: TOKEN, file: undefined });
  const touched = new Set<string>();
  const app = buildApp({ log: quietLog });
  app.addHook('onRequest', async ({ method, url }) => {
    const { role } = ROLE_CALL.exec(url)?.groups ?? {};
    if (method !== 'GET' && role !== undefined) touched.add(role);
  });
  app.addHook('preHandler', async ({ method, url, body }) => {
    const { guild = '', user = '' } = MEMBER_CALL.exec(url)?.groups ?? {};
    if (method !== 'PATCH') return;
    const before = new Set(sandbox.community.guild(guild)?.members.get(user)?.roles);
    const wanted = new Set(Value.Parse(NewRoles, body).roles);
    for (const role of before.symmetricDifference(wanted)) touched.add(role);
  });
  await app.register(sandbox.routes);
  await app.listen({ host: '127.0.0.1', port });
  return {
    sandbox,
    /** The roles that write calls were about. */
    touched,
    async close() {
      await sandbox.close();
      await app.close();
    },
  };
}

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
