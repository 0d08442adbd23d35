import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type {
  RESTGetAPIChannelResult,
  RESTGetAPIGuildChannelsResult,
  RESTPostAPICurrentUserCreateDMChannelResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { channelsOf, toApiChannel, toApiDirectChannel } from '../present-channel.ts';
import { Snowflake } from '../snowflake.ts';
import { refusals } from './api-error.ts';
import { channelForBot } from './channel-access.ts';
import { guildForBot, type RestContext } from './context.ts';

/** Serves channels: https://discord.com/developers/docs/resources/channel and /user#create-dm */
export const channelRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const { state } = community;

    app.get(
      '/channels/:channel_id',
      { schema: { params: Type.Object({ channel_id: Snowflake }) } },
      async ({ params }): Promise<RESTGetAPIChannelResult> =>
        toApiChannel(state, channelForBot(community, params.channel_id).channel),
    );

    app.get(
      '/guilds/:guild_id/channels',
      { schema: { params: Type.Object({ guild_id: Snowflake }) } },
      async ({ params }): Promise<RESTGetAPIGuildChannelsResult> =>
        channelsOf(state, guildForBot(community, params.guild_id).guild.id),
    );

    app.post(
      '/users/@me/channels',
      { schema: { body: Type.Object({ recipient_id: Snowflake }) } },
      async ({ body }): Promise<RESTPostAPICurrentUserCreateDMChannelResult> =>
        toApiDirectChannel(state, openDirect(context, body.recipient_id), body.recipient_id),
    );
  };

/** Returns the id of the direct channel with a user, even if the user doesn't accept direct messages. */
function openDirect({ community }: RestContext, userId: string): string {
  const user = community.user(userId);
  if (!user) throw refusals.unknownUser();
  if (user.bot) throw refusals.invalidRecipient();
  return community.openDirect(userId);
}
