import { startSandbox } from './sandbox.ts';

/** A command as it is registered. */
export const command = (more: object = {}) => ({ name: 'plans', description: 'The plans', ...more });

/** The commands of a sandbox's application, in its guild and everywhere. */
export async function openRegister() {
  const { sandbox, send, call } = await startSandbox();
  const { id } = sandbox.community.state.application;
  const everywhere = `/applications/${id}/commands`;
  const inGuild = `/applications/${id}/guilds/${sandbox.guildId}/commands`;
  const put = async (body: unknown, path = inGuild): Promise<unknown> =>
    (await send('PUT', path, body)).json();
  const list = async (path: string): Promise<unknown> => (await call('GET', path)).json();
  return { sandbox, everywhere, inGuild, put, list, send };
}
