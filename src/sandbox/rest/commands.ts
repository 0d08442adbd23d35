import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type {
  RESTGetAPIApplicationCommandsResult,
  RESTPutAPIApplicationCommandsResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { checkCommands } from '../application-commands/check.ts';
import { toApiCommand } from '../application-commands/present.ts';
import { type Command, CommandBody } from '../application-commands/schema.ts';
import { CREATE_COMMAND } from '../rate-limits.ts';
import { Snowflake, type Write } from '../records.ts';
import { refusals } from './api-error.ts';
import { guildForBot, type RestContext } from './context.ts';

const GlobalParams = Type.Object({ application_id: Snowflake });
const GuildParams = Type.Object({ application_id: Snowflake, guild_id: Snowflake });
const body = Type.Array(CommandBody);

/** https://discord.com/developers/docs/interactions/application-commands#bulk-overwrite-global-application-commands */
export const commandRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const everywhere = '/applications/:application_id/commands';
    const inGuild = '/applications/:application_id/guilds/:guild_id/commands';

    app.get(
      everywhere,
      { schema: { params: GlobalParams } },
      async ({ params }): Promise<RESTGetAPIApplicationCommandsResult> => {
        requireOwn(context, params.application_id);
        return list(context, undefined);
      },
    );
    app.put(
      everywhere,
      { schema: { params: GlobalParams, body } },
      async ({ params, body: commands }): Promise<RESTPutAPIApplicationCommandsResult> => {
        requireOwn(context, params.application_id);
        return overwrite(context, undefined, commands);
      },
    );
    app.get(
      inGuild,
      { schema: { params: GuildParams } },
      async ({ params }): Promise<RESTGetAPIApplicationCommandsResult> => {
        requireOwn(context, params.application_id);
        return list(context, guildOf(context, params.guild_id));
      },
    );
    app.put(
      inGuild,
      { schema: { params: GuildParams, body } },
      async ({ params, body: commands }): Promise<RESTPutAPIApplicationCommandsResult> => {
        requireOwn(context, params.application_id);
        return overwrite(context, guildOf(context, params.guild_id), commands);
      },
    );
  };

function requireOwn({ community }: RestContext, applicationId: string): void {
  if (applicationId !== community.state.application.id) throw refusals.unknownApplication();
}

/** Where the bot is not, it has no access: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
function guildOf({ community }: RestContext, guildId: string): string {
  if (!community.guild(guildId)) throw refusals.missingAccess();
  return guildForBot(community, guildId).guild.id;
}

const known = ({ community }: RestContext, guildId: string | undefined): Command[] =>
  [...community.state.commands.values()].filter((command) => command.guildId === guildId);

const list = (context: RestContext, guildId: string | undefined) =>
  known(context, guildId).map((command) => toApiCommand(context.community.state, command));

/** A command keeps its id when it keeps its name; only new ones count against the daily limit. */
function overwrite(context: RestContext, guildId: string | undefined, bodies: readonly CommandBody[]) {
  checkCommands(bodies);
  const { community, take } = context;
  const before = known(context, guildId);
  const commands = bodies.map((each): Command => {
    const same = before.find(
      ({ body: { type, name } }) => name === each.name && (type ?? 1) === (each.type ?? 1),
    );
    if (!same && !take(CREATE_COMMAND, guildId ?? 'everywhere').allowed) throw refusals.tooManyCreated();
    const version = community.nextId();
    return { id: same?.id ?? version, version, ...(guildId !== undefined && { guildId }), body: each };
  });
  const put = (id: string, value: Command | undefined): Write => ({ kind: 'command', within: '', id, value });
  community.commit({
    writes: [
      ...before.map(({ id }) => put(id, undefined)),
      ...commands.map((command) => put(command.id, command)),
    ],
    events: [],
  });
  return commands.map((command) => toApiCommand(community.state, command));
}
