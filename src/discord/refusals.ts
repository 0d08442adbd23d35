import { DiscordAPIError, RateLimitError } from '@discordjs/rest';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { CommunityRefusal, LimitReached } from '../access/community.ts';
import { Fault } from '../errors.ts';

/**
 * What an admin can do about each refusal.
 * @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
 */
const CURES: Readonly<Record<number, string>> = {
  [RESTJSONErrorCodes.MissingPermissions]:
    "The bot may not change this role. Give it Manage Roles and drag its role above this one in the server's settings.",
  [RESTJSONErrorCodes.MissingAccess]: "The bot can't see this server any more. Invite it again.",
  [RESTJSONErrorCodes.UnknownRole]: 'This role was deleted. Map the plan to another role.',
  [RESTJSONErrorCodes.UnknownGuild]: 'The bot is not in this server. Invite it, or remove the mapping.',
  [RESTJSONErrorCodes.InvalidRole]:
    'This role belongs to an integration or to everyone, and nobody can give it by hand.',
};

/** What an admin can do where the bot is forbidden to remove somebody: that is about no role. */
export const MAY_NOT_KICK =
  "The bot may not remove this member. Give it Kick Members and drag its role above theirs in the server's settings.";

/** Whether the bot lacks a permission, or the rank, for what it tried. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof CommunityRefusal &&
  error.cause instanceof DiscordAPIError &&
  error.cause.code === RESTJSONErrorCodes.MissingPermissions;

/** The user is not, or no longer, in the guild. */
export class MemberUnknown extends Error {}

/** Our token is refused: nothing works until an operator acts. */
export const tokenRefused = (cause?: unknown): Fault =>
  new Fault('DISCORD_TOKEN_REFUSED', 'The chat platform refuses our token. Check DISCORD_TOKEN.', { cause });

/** Sorts the platform's errors: nobody there, a person must act, or worth a retry. */
export function translate(error: unknown): unknown {
  if (error instanceof RateLimitError) {
    return new LimitReached('The chat platform takes no more changes for now.', { cause: error });
  }
  if (!(error instanceof DiscordAPIError)) {
    return new Fault('DISCORD_UNAVAILABLE', "The chat platform can't be reached.", { cause: error });
  }
  if (error.code === RESTJSONErrorCodes.UnknownMember || error.code === RESTJSONErrorCodes.UnknownUser) {
    return new MemberUnknown('The user is not in the server.', { cause: error });
  }
  if (error.status === 401) return tokenRefused(error);
  const said = `The chat platform answered ${error.status}: ${error.message}`;
  if (isFinal(error)) return new CommunityRefusal(CURES[Number(error.code)] ?? said, { cause: error });
  return new Fault('DISCORD_UNAVAILABLE', said, { cause: error });
}

/** Whether asking again would be answered the same. An error without a code comes from a proxy in between. */
const isFinal = ({ status, code }: DiscordAPIError): boolean =>
  typeof code === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429;
