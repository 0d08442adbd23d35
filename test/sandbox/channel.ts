import { Routes } from 'discord.js';
import { connectRest, startSandbox } from './sandbox.ts';

/** A community, and its channel for everything. */
export async function openChannel() {
  const started = await startSandbox();
  const { sandbox } = started;
  const channelId =
    sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const rest = connectRest(sandbox);
  const post = (body: unknown) => rest.post(Routes.channelMessages(channelId), { body });
  const problem = async (body: unknown): Promise<unknown> => {
    started.clock.pass(5_000);
    return (await started.send('POST', `/channels/${channelId}/messages`, body)).json();
  };
  return { ...started, channelId, post, problem };
}
