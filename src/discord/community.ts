import { DiscordAPIError, type REST } from '@discordjs/rest';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import Type from 'typebox';
import Value from 'typebox/value';
import { type Community, CommunityRefusal } from '../access/community.ts';
import { Fault } from '../errors.ts';

/** How long a call may take in all, waiting for the platform's rate limit included, in milliseconds. */
const DEADLINE = 60_000;

/** The platform's limit for a reason in the audit log, in characters of its URL-encoded header. */
const REASON_LENGTH = 512;

/** What ids on the platform look like. */
const SNOWFLAKE = /^\d{17,20}$/;

const GuildMember = Type.Object({ roles: Type.Array(Type.String()) });

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

/** The access engine's community, over the platform's REST. */
export function createCommunity(rest: REST, token: string): Community {
  const call = async <T>(stop: AbortSignal, make: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await make(AbortSignal.any([stop, AbortSignal.timeout(DEADLINE)]));
    } catch (error) {
      // The library drops its token at a 401 and would refuse every later call without asking.
      if (error instanceof DiscordAPIError && error.status === 401) rest.setToken(token);
      throw translate(error);
    }
  };
  return {
    async getMember({ guildId, userId }, stop) {
      // A buyer may have typed anything; what is no id is nobody, and not worth a call.
      if (!SNOWFLAKE.test(userId)) return null;
      try {
        const member = await call(stop, (signal) =>
          rest.get(Routes.guildMember(guildId, userId), { signal }),
        );
        return { roleIds: Value.Parse(GuildMember, member).roles };
      } catch (error) {
        if (error instanceof MemberUnknown) return null;
        throw error;
      }
    },
    async addRole({ guildId, userId }, roleId, reason, stop) {
      const route = Routes.guildMemberRole(guildId, userId, roleId);
      await call(stop, (signal) => rest.put(route, { signal, reason: shorten(reason) }));
    },
    async removeRole({ guildId, userId }, roleId, reason, stop) {
      const route = Routes.guildMemberRole(guildId, userId, roleId);
      await call(stop, (signal) => rest.delete(route, { signal, reason: shorten(reason) }));
    },
  };
}

/** The user is not, or no longer, in the guild. */
class MemberUnknown extends Error {}

/** Sorts the platform's errors: nobody there, a person must act, or worth a retry. */
function translate(error: unknown): unknown {
  if (!(error instanceof DiscordAPIError)) {
    return new Fault('DISCORD_UNAVAILABLE', "The chat platform can't be reached.", { cause: error });
  }
  if (error.code === RESTJSONErrorCodes.UnknownMember || error.code === RESTJSONErrorCodes.UnknownUser) {
    return new MemberUnknown('The user is not in the server.', { cause: error });
  }
  if (error.status === 401) {
    return new Fault('DISCORD_TOKEN_REFUSED', 'The chat platform refuses our token. Check DISCORD_TOKEN.', {
      cause: error,
    });
  }
  const said = `The chat platform answered ${error.status}: ${error.message}`;
  if (isFinal(error)) return new CommunityRefusal(CURES[Number(error.code)] ?? said, { cause: error });
  return new Fault('DISCORD_UNAVAILABLE', said, { cause: error });
}

/** Whether asking again would be answered the same. An error without a code comes from a proxy in between. */
const isFinal = ({ status, code }: DiscordAPIError): boolean =>
  typeof code === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Cuts a reason so that its header is taken; a surrogate pair is never cut in half. */
function shorten(reason: string): string {
  let short = '';
  for (const character of reason) {
    if (encodeURIComponent(short + character).length > REASON_LENGTH) break;
    short += character;
  }
  return short;
}
