import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  type APIAuditLogEntry,
  AuditLogEvent,
  PermissionFlagsBits,
  type RESTGetAPIAuditLogResult,
} from 'discord-api-types/v10';
import Type from 'typebox';
import { hasPermission } from '../permissions.ts';
import { toApiUser } from '../present.ts';
import type { Entry } from '../records.ts';
import { compareSnowflakes, IdOrNumber, Snowflake } from '../snowflake.ts';
import { toApiTime } from '../timestamp.ts';
import { refusals } from './api-error.ts';
import { guildForBot, type RestContext } from './context.ts';

const schema = {
  params: Type.Object({ guild_id: Snowflake }),
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    before: Type.Optional(IdOrNumber),
    after: Type.Optional(IdOrNumber),
    user_id: Type.Optional(Snowflake),
    action_type: Type.Optional(Type.Integer()),
  }),
};

/** Serves the audit log: https://discord.com/developers/docs/resources/audit-log */
export const auditLogRoutes =
  ({ community }: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/guilds/:guild_id/audit-logs',
      { schema },
      async ({ params, query }): Promise<RESTGetAPIAuditLogResult> => {
        const { guild, self } = guildForBot(community, params.guild_id);
        if (!hasPermission(guild, self, PermissionFlagsBits.ViewAuditLog))
          throw refusals.missingPermissions();
        const { before, after, limit = 50 } = query;
        const found = [...community.state.history.values()]
          .filter((entry) => entry.guildId === guild.id)
          .flatMap(toApiEntry)
          .filter((entry) => !before || compareSnowflakes(entry.id, before) < 0)
          .filter((entry) => !after || compareSnowflakes(entry.id, after) > 0)
          .filter((entry) => !query.user_id || entry.user_id === query.user_id)
          .filter((entry) => !query.action_type || entry.action_type === query.action_type);
        // Newest first, but oldest first with `after`.
        const page = after ? found.slice(0, limit) : found.slice(-limit).reverse();
        const named = new Set(page.flatMap((entry) => [entry.user_id, entry.target_id]));
        return {
          ...NOTHING_ELSE,
          audit_log_entries: page,
          users: [...community.state.users.values()].filter(({ id }) => named.has(id)).map(toApiUser),
        };
      },
    );
  };

const NOTHING_ELSE = {
  application_commands: [],
  auto_moderation_rules: [],
  guild_scheduled_events: [],
  integrations: [],
  threads: [],
  webhooks: [],
};

type Change = NonNullable<Entry['changes']>[number];

function toApiChange(change: Change): Change {
  if (change.key !== 'communication_disabled_until') return change;
  const { key, old_value, new_value } = change;
  return {
    key,
    ...(old_value !== undefined && { old_value: toApiTime(old_value) }),
    ...(new_value !== undefined && { new_value: toApiTime(new_value) }),
  };
}

/** Converts an entry to the platform's format. The platform's audit log has no entries for joining and leaving. */
function toApiEntry(entry: Entry): APIAuditLogEntry[] {
  const common = { id: entry.id, user_id: entry.by, ...(entry.reason && { reason: entry.reason }) };
  const role = entry.role ? [entry.role] : [];
  const ofMember = {
    ...common,
    target_id: entry.userId ?? null,
    action_type: AuditLogEvent.MemberRoleUpdate,
  };
  const changes = (entry.changes ?? []).map(toApiChange);
  const ofRole = { ...common, target_id: entry.role?.id ?? null, changes };
  switch (entry.kind) {
    case 'role_given':
      return [{ ...ofMember, changes: [{ key: '$add', new_value: role }] }];
    case 'role_taken':
      return [{ ...ofMember, changes: [{ key: '$remove', new_value: role }] }];
    case 'role_created':
      return [{ ...ofRole, action_type: AuditLogEvent.RoleCreate }];
    case 'role_changed':
      return [{ ...ofRole, action_type: AuditLogEvent.RoleUpdate }];
    case 'role_deleted':
      return [{ ...ofRole, action_type: AuditLogEvent.RoleDelete }];
    case 'kicked':
      return [{ ...ofMember, action_type: AuditLogEvent.MemberKick }];
    case 'member_changed':
      return [{ ...ofMember, action_type: AuditLogEvent.MemberUpdate, changes }];
    case 'joined':
    case 'left':
      return [];
  }
}
