import Type from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../../src/clock.ts';
import { buildApp } from '../../src/http/app.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { TOKEN } from '../sandbox/sandbox.ts';
import { quietLog } from '../support/log.ts';
import { freePort } from '../support/ports.ts';

const MEMBER_CALL = /guilds\/(?<guild>\d+)\/members\/(?<user>\d+)$/;
const ROLE_CALL = /roles\/(?<role>\d+)$/;
const NewRoles = Type.Object({ roles: Type.Array(Type.String()) });

/**
 * A sandbox whose every write call of the bot is kept: which roles it was about.
 * @param at where it listens, and where its bot finds it
 */
export async function openChat(
  clock: Clock,
  at?: { readonly port: number; readonly baseUrl: string; readonly heartbeatInterval?: number },
) {
  const port = at?.port ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const sandbox = await createSandbox({
    clock,
    log: quietLog,
    baseUrl,
    token: TOKEN,
    file: undefined,
    ...at,
  });
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
  const sockets = { open: 0, most: 0 };
  let lost = 0;
  app.server.on('upgrade', (_request, socket) => {
    sockets.open += 1;
    sockets.most = Math.max(sockets.most, sockets.open);
    socket.once('close', () => {
      sockets.open -= 1;
      lost += 1;
    });
  });
  await app.listen({ host: '127.0.0.1', port });
  return {
    sandbox,
    /** How many connections the gateway has, and the most that it ever had at the same time. */
    sockets,
    /** How many it has had, and lost. */
    lostSockets: () => lost,
    /** The roles that write calls were about. */
    touched,
    async close() {
      await sandbox.close();
      await app.close();
    },
  };
}
