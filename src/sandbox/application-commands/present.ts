import { type APIApplicationCommand, ApplicationCommandType } from 'discord-api-types/v10';
import type { CommunityState } from '../state.ts';
import type { Command } from './schema.ts';

/** Converts a command to the platform's format. */
export function toApiCommand(
  state: CommunityState,
  { id, version, guildId, body }: Command,
): APIApplicationCommand {
  const { integration_types, ...rest } = body;
  return {
    ...rest,
    id,
    version,
    application_id: state.application.id,
    type: body.type ?? ApplicationCommandType.ChatInput,
    description: body.description ?? '',
    default_member_permissions: body.default_member_permissions ?? null,
    nsfw: body.nsfw ?? false,
    ...(guildId !== undefined && { guild_id: guildId }),
    ...(integration_types && { integration_types }),
  };
}
