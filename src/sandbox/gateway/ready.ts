import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { LocalCommunity } from '../community.ts';
import { toApiFlags, toApiUser } from '../present.ts';
import { guildCreated } from './events.ts';
import type { Identify } from './payloads.ts';
import type { Session } from './session.ts';
import { isOnShard } from './shards.ts';

/** Sends READY, then each guild of the shard: https://discord.com/developers/docs/events/gateway-events#ready */
export function sendReady(
  { community, gatewayUrl }: { readonly community: LocalCommunity; readonly gatewayUrl: string },
  session: Session,
  identify: Identify,
): void {
  const { state } = community;
  const bot = community.user(state.application.botId);
  if (!bot) return;
  const guilds = [...state.guilds.values()].filter(
    ({ id, members }) => members.has(bot.id) && isOnShard(session.shard, id),
  );
  session.dispatch({
    t: GatewayDispatchEvents.Ready,
    d: {
      v: 10,
      user: toApiUser(bot),
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: gatewayUrl,
      application: { id: state.application.id, ...toApiFlags(state.application) },
      ...(identify.shard && { shard: identify.shard }),
    },
  });
  if (!(identify.intents & GatewayIntentBits.Guilds)) return;
  for (const guild of guilds) session.dispatch(guildCreated(state, guild, identify.large_threshold));
}
