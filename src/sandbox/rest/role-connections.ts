import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type {
  RESTGetAPIApplicationRoleConnectionMetadataResult,
  RESTPutAPIApplicationRoleConnectionMetadataResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { ConnectionMetadata } from '../oauth/records.ts';
import { Snowflake } from '../snowflake.ts';
import { fieldError, refusals } from './api-error.ts';
import type { RestContext } from './context.ts';

const params = Type.Object({ application_id: Snowflake });

/**
 * Serves the metadata of linked roles:
 * https://discord.com/developers/docs/resources/application-role-connection-metadata
 */
export const roleConnectionRoutes =
  ({ community }: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const path = '/applications/:application_id/role-connections/metadata';
    const requireOwn = (id: string) => {
      if (id !== community.state.application.id) throw refusals.unknownApplication();
    };

    app.get(
      path,
      { schema: { params } },
      async ({ params: ids }): Promise<RESTGetAPIApplicationRoleConnectionMetadataResult> => {
        requireOwn(ids.application_id);
        return community.state.connectionMetadata;
      },
    );

    app.put(
      path,
      { schema: { params, body: ConnectionMetadata } },
      async ({ params: ids, body }): Promise<RESTPutAPIApplicationRoleConnectionMetadataResult> => {
        requireOwn(ids.application_id);
        const keys = body.map(({ key }) => key);
        const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
        if (twice !== -1)
          throw refusals.invalidForm(fieldError([twice, 'key'], 'BASE_TYPE_INVALID', 'Keys must be unique.'));
        community.commit({
          writes: [{ kind: 'connectionMetadata', within: '', id: ids.application_id, value: body }],
          events: [],
        });
        return body;
      },
    );
  };
