import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import {
  ChangeFailed,
  CommunityRefusal,
  LimitReached,
  MemberUnknown,
  type Obstacle,
} from '../access/community.ts';
import { Fault } from '../errors.ts';

export const NOT_HERE: Obstacle = {
  code: 'SERVER_LEFT',
  message: 'The bot is not in this server. Invite it, or remove the mapping.',
};

/**
 * Advice for admins, by error code of the platform.
 * @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
 */
const CURES: Readonly<Record<number, Obstacle>> = {
  [RESTJSONErrorCodes.MissingPermissions]: {
    code: 'ROLE_FORBIDDEN',
    message:
      "The bot may not change this role. Give it Manage Roles and drag its role above this one in the server's settings.",
  },
  [RESTJSONErrorCodes.MissingAccess]: {
    code: 'SERVER_HIDDEN',
    message: "The bot can't see this server any more. Invite it again.",
  },
  [RESTJSONErrorCodes.UnknownRole]: {
    code: 'ROLE_DELETED',
    message: 'This role was deleted. Map the plan to another role.',
  },
  [RESTJSONErrorCodes.UnknownGuild]: NOT_HERE,
  [RESTJSONErrorCodes.InvalidRole]: {
    code: 'ROLE_UNGIVABLE',
    message: 'This role belongs to an integration or to everyone, and nobody can give it by hand.',
  },
};

/** The bot may not kick a member. Replaces the general advice, which is about roles. */
export const MAY_NOT_KICK: Obstacle = {
  code: 'KICK_FORBIDDEN',
  message:
    "The bot may not remove this member. Give it Kick Members and drag its role above theirs in the server's settings.",
};

export const NO_MEMBER_LIST: Obstacle = {
  code: 'NO_MEMBER_LIST',
  message:
    "The bot can't list the members of this server, so it can't find changes that it missed. Enable the Server Members intent in the developer portal; if the bot was removed from the server, invite it again.",
};

/** Returns whether the bot can't see the resource. */
export const isWithoutAccess = (error: unknown): boolean =>
  error instanceof CommunityRefusal &&
  error.cause instanceof DiscordAPIError &&
  error.cause.code === RESTJSONErrorCodes.MissingAccess;

/** Returns whether the bot lacks a permission, or ranks too low, for the change. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof CommunityRefusal &&
  error.cause instanceof DiscordAPIError &&
  error.cause.code === RESTJSONErrorCodes.MissingPermissions;

/** Makes the fault for a refused bot token, after which nothing works until an operator acts. */
export const tokenRefused = (cause?: unknown): Fault =>
  new Fault('DISCORD_TOKEN_REFUSED', 'The chat platform rejects our token. Check DISCORD_TOKEN.', { cause });

/** Makes the fault for a block by the firewall in front of the platform. Such a block doesn't prove the token wrong. */
export const turnedAway = (cause?: unknown): Fault =>
  new Fault(
    'DISCORD_UNAVAILABLE',
    'A firewall in front of the chat platform blocks us. Rolekeeper pauses its calls for a minute.',
    { cause },
  );

/** Returns whether the platform refuses our token: status 401, or 400 with an error code. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.status === 401 || error.code === RESTJSONErrorCodes.Unauthorized);

/** Returns whether a firewall blocks us: with a 403 page, which has no numeric code, or with a code of its own. */
export const isFirewall = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  error.status === 403 &&
  (typeof error.code !== 'number' || error.code === RESTJSONErrorCodes.CloudflareIsBlockingYourRequest);

/** Classifies the platform's errors: the user isn't a member, a person must act, or a retry may help. */
export function translate(error: unknown): unknown {
  if (error instanceof RateLimitError) {
    return new LimitReached('The chat platform accepts no more changes for now.', { cause: error });
  }
  if (error instanceof HTTPError) {
    const message = `The chat platform answered ${error.status}.`;
    return new ChangeFailed('DISCORD_UNAVAILABLE', message, { cause: error });
  }
  if (!(error instanceof DiscordAPIError)) {
    return new Fault('DISCORD_UNAVAILABLE', "The chat platform can't be reached.", { cause: error });
  }
  if (error.code === RESTJSONErrorCodes.UnknownMember || error.code === RESTJSONErrorCodes.UnknownUser) {
    return new MemberUnknown('The user is not in the server.', { cause: error });
  }
  if (isTokenRefused(error)) return tokenRefused(error);
  if (isFirewall(error)) return turnedAway(error);
  const said = `${error.status}: ${printable(error.message)}`;
  const message = `The chat platform answered ${said}`;
  if (!isFinal(error)) return new Fault('DISCORD_UNAVAILABLE', message, { cause: error });
  const cure = CURES[Number(error.code)] ?? { code: 'COMMUNITY_REFUSED', message };
  return new CommunityRefusal({ ...cure, said }, { cause: error });
}

/** Longest part of the platform's message that is kept, in characters. */
const SAID = 300;

/** Puts the message on one line, removes control characters, which databases reject, and truncates it. */
const printable = (message: string): string =>
  [
    ...message
      .slice(0, 2 * SAID)
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/\p{C}/gu, ''),
  ]
    .slice(0, SAID)
    .join('');

/** Returns whether a retry would fail the same way. An error without a numeric code comes from a proxy in between. */
const isFinal = ({ status, code }: DiscordAPIError): boolean =>
  typeof code === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429;
