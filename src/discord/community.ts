import { RequestMethod, type ResponseLike } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import Type, { type Static } from 'typebox';
import {
  type Allowance,
  type Community,
  CommunityRefusal,
  type Member,
  type MemberRef,
  MemberUnknown,
} from '../access/community.ts';
import { compiledCheck } from '../compiled-check.ts';
import { isSnowflake } from '../snowflake.ts';
import { type Caller, type CallOptions, checkAnswer, readAnswer } from './caller.ts';
import { getGuild } from './guild.ts';
import { readGuild, readSelfId } from './permissions.ts';
import { isForbidden, isWithoutAccess } from './refusals.ts';

/** Members per page, the platform's maximum. */
const PAGE = 1000;

const GuildMember = Type.Object({
  roles: Type.Array(Type.String()),
  pending: Type.Optional(Type.Boolean()),
  joined_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  user: Type.Object({ id: Type.String(), bot: Type.Optional(Type.Boolean()) }),
});
const GuildMembers = Type.Array(GuildMember);
const areGuildMembers = compiledCheck(GuildMembers);

/** Implements the access engine's `Community` with the platform's REST API. */
export function createCommunity(call: Caller): Community {
  let selfId: string | undefined;
  const lookAt = async (
    { guildId, userId }: MemberRef,
    signal: AbortSignal,
    hear?: (said: Allowance) => void,
  ) => {
    const route = Routes.guildMember(guildId, userId);
    const response = await call(RequestMethod.Get, route, { signal });
    const said = allowanceOf(response);
    if (said) hear?.(said);
    return toMember(await readAnswer(GuildMember, route, response));
  };
  const change = async (
    method: RequestMethod,
    ref: MemberRef,
    roleId: string | null,
    options: CallOptions & { readonly reason: string },
  ) => {
    const { guildId, userId } = ref;
    const route =
      roleId === null ? Routes.guildMember(guildId, userId) : Routes.guildMemberRole(guildId, userId, roleId);
    requireIds(guildId, userId, ...(roleId === null ? [] : [roleId]));
    return allowanceOf(await call(method, route, options));
  };
  return {
    async getMember(ref, signal, hear) {
      // The id may be anything a buyer typed. An invalid one belongs to no member, so save the call.
      if (!isSnowflake(ref.userId)) return null;
      try {
        return await lookAt(ref, signal, hear);
      } catch (error) {
        if (error instanceof MemberUnknown) return null;
        throw error;
      }
    },
    async getSelf(guildId, signal, hear) {
      selfId ??= await readSelfId(call, signal);
      try {
        const { roleIds } = await lookAt({ guildId, userId: selfId }, signal, hear);
        return { userId: selfId, roleIds };
      } catch (error) {
        throw error instanceof MemberUnknown ? new CommunityRefusal('SERVER_LEFT', { cause: error }) : error;
      }
    },
    async listMembers(guildId, after, signal) {
      const query = new URLSearchParams({ limit: String(PAGE), after });
      const members = await readMembers(call, guildId, { query, signal });
      return {
        members: members.map((member) => ({ ...toMember(member), userId: member.user.id })),
        isLast: members.length < PAGE,
      };
    },
    getGuild: (guildId, signal) => getGuild(call, guildId, signal),
    getNames: (guildId, signal) => readGuild(call, guildId, signal),
    addRole: (ref, roleId, reason, signal) => change(RequestMethod.Put, ref, roleId, { reason, signal }),
    removeRole: (ref, roleId, reason, signal) =>
      change(RequestMethod.Delete, ref, roleId, { reason, signal }),
    setRoles: (ref, roleIds, reason, signal) =>
      change(RequestMethod.Patch, ref, null, { body: { roles: roleIds }, reason, signal, once: true }),
    async kick(ref, reason, signal) {
      try {
        return await change(RequestMethod.Delete, ref, null, { reason, signal, once: true });
      } catch (error) {
        throw isForbidden(error) ? new CommunityRefusal('KICK_FORBIDDEN', { cause: error }) : error;
      }
    },
  };
}

/** Reads a page of a guild's members, which requires the privileged Server Members intent. */
async function readMembers(call: Caller, guildId: string, options: CallOptions) {
  try {
    const route = Routes.guildMembers(guildId);
    const answer = await readAnswer(Type.Unknown(), route, await call(RequestMethod.Get, route, options));
    // Checks with the fast validator first. Only an invalid answer takes the slow one, which names the invalid field.
    return areGuildMembers(answer) ? answer : checkAnswer(GuildMembers, route, answer);
  } catch (error) {
    throw isWithoutAccess(error) ? new CommunityRefusal('NO_MEMBER_LIST', { cause: error }) : error;
  }
}

function toMember({ roles, pending, user, joined_at: joinedAt }: Static<typeof GuildMember>): Member {
  const joined = Date.parse(joinedAt ?? '');
  return {
    roleIds: roles,
    isPending: pending ?? false,
    isBot: user.bot ?? false,
    joinedAt: Number.isNaN(joined) ? undefined : new Date(joined),
  };
}

/** Checks ids before they become part of a URL. */
function requireIds(...ids: readonly string[]): void {
  for (const id of ids)
    if (!isSnowflake(id)) throw new TypeError('An id of the platform is a number of 17 to 19 digits.');
}

/**
 * Reads the rate limit headers for this kind of call.
 * @see https://discord.com/developers/docs/topics/rate-limits#header-format
 */
function allowanceOf({ headers }: ResponseLike): Allowance | undefined {
  const read = (name: string) => Number.parseFloat(headers.get(`x-ratelimit-${name}`) ?? '');
  const allowance = { size: read('limit'), left: read('remaining'), resetsIn: read('reset-after') * 1000 };
  return Object.values(allowance).every(Number.isFinite) ? allowance : undefined;
}
