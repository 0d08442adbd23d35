import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type {
  RESTGetAPIApplicationCommandResult,
  RESTGetAPIApplicationCommandsResult,
  RESTPatchAPIApplicationCommandResult,
  RESTPostAPIApplicationCommandsResult,
  RESTPutAPIApplicationCommandsResult,
} from 'discord-api-types/v10';
import type { FastifyError, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { problemsIn } from '../application-commands/check.ts';
import { toApiCommand } from '../application-commands/present.ts';
import { registry } from '../application-commands/registry.ts';
import { type Command, CommandBody } from '../application-commands/schema.ts';
import { Snowflake } from '../snowflake.ts';
import { ApiError, refusals } from './api-error.ts';
import { guildForBot, type RestContext } from './context.ts';
import { formErrorsOf, mergeErrors } from './form-errors.ts';

const ListParams = Type.Object({ application_id: Snowflake, guild_id: Type.Optional(Snowflake) });
const OneParams = Type.Object({ ...ListParams.properties, command_id: Snowflake });
const { type: _, ...changeable } = CommandBody.properties;
const CommandBodies = Type.Array(CommandBody);
const CommandPatch = Type.Partial(Type.Object(changeable));

const PLACES = [
  '/applications/:application_id/commands',
  '/applications/:application_id/guilds/:guild_id/commands',
];

/** Serves application commands: https://docs.discord.com/developers/interactions/application-commands#endpoints */
export const commandRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.setErrorHandler<FastifyError | ApiError>((error, request) => {
      if (error instanceof ApiError || error.validationContext !== 'body') throw error;
      // Adds the problems that the schema doesn't cover, so that one response lists all.
      const problems = [formErrorsOf(error, request), ...problemsIn(wholeOf(context, request))];
      throw refusals.invalidForm(mergeErrors(problems));
    });
    for (const place of PLACES) {
      await app.register(listRoutes(context, place));
      await app.register(oneRoutes(context, place));
    }
  };

const listRoutes =
  (context: RestContext, path: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const show = (command: Command) => toApiCommand(community.state, command);

    app.get(
      path,
      { schema: { params: ListParams } },
      async ({ params }): Promise<RESTGetAPIApplicationCommandsResult> =>
        registryFor(context, params).list().map(show),
    );
    app.put(
      path,
      { schema: { params: ListParams, body: CommandBodies } },
      async ({ params, body }): Promise<RESTPutAPIApplicationCommandsResult> =>
        registryFor(context, params).overwrite(body).map(show),
    );
    app.post(path, { schema: { params: ListParams, body: CommandBody } }, async ({ params, body }, reply) => {
      const { command, isNew } = registryFor(context, params).put(body);
      const shown: RESTPostAPIApplicationCommandsResult = show(command);
      return reply.status(isNew ? 201 : 200).send(shown);
    });
  };

const oneRoutes =
  (context: RestContext, place: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community } = context;
    const path = `${place}/:command_id`;

    app.get(
      path,
      { schema: { params: OneParams } },
      async ({ params }): Promise<RESTGetAPIApplicationCommandResult> =>
        toApiCommand(community.state, registryFor(context, params).get(params.command_id)),
    );
    app.patch(
      path,
      { schema: { params: OneParams, body: CommandPatch } },
      async ({ params, body }): Promise<RESTPatchAPIApplicationCommandResult> =>
        toApiCommand(community.state, registryFor(context, params).change(params.command_id, body)),
    );
    app.delete(path, { schema: { params: OneParams } }, async ({ params }, reply) => {
      registryFor(context, params).remove(params.command_id);
      return reply.status(204).send();
    });
  };

/** Returns the complete command that a request would result in, since a patch holds only some fields. */
function wholeOf(context: RestContext, { params, body }: FastifyRequest): unknown {
  if (!Value.Check(OneParams, params)) return body;
  return { ...registryFor(context, params).get(params.command_id).body, ...Object(body) };
}

/**
 * Returns the registry of the guild in the path, or the global one.
 * @throws ApiError 10002 for another application, 50001 for a guild that doesn't exist, 10004 for a guild without the
 *   bot
 * (https://docs.discord.com/developers/topics/opcodes-and-status-codes#json)
 */
function registryFor({ community, take }: RestContext, ids: Static<typeof ListParams>) {
  const { application_id, guild_id } = ids;
  if (application_id !== community.state.application.id) throw refusals.unknownApplication();
  if (guild_id === undefined) return registry({ community, take }, undefined);
  if (!community.guild(guild_id)) throw refusals.missingAccess();
  return registry({ community, take }, guildForBot(community, guild_id).guild.id);
}
