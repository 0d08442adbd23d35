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

/** What an admin can do where the bot is not. */
export const NOT_HERE: Obstacle = {
  code: 'SERVER_LEFT',
  message: 'The bot is not in this server. Invite it, or remove the mapping.',
};

/**
 * What an admin can do about each refusal.
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

/** What an admin can do where the bot is forbidden to remove somebody: that is about no role. */
export const MAY_NOT_KICK: Obstacle = {
  code: 'KICK_FORBIDDEN',
  message:
    "The bot may not remove this member. Give it Kick Members and drag its role above theirs in the server's settings.",
};

/** What an operator can do where the list of members is kept from the bot: mostly that is about an intent. */
export const NO_MEMBER_LIST: Obstacle = {
  code: 'NO_MEMBER_LIST',
  message:
    "The bot is not shown who is in this server, so it can't find what it has missed. Enable the Server Members intent in the developer portal; if the bot was removed from the server, invite it again.",
};

/** Whether the bot can't see what it asked for. */
export const isWithoutAccess = (error: unknown): boolean =>
  error instanceof CommunityRefusal &&
  error.cause instanceof DiscordAPIError &&
  error.cause.code === RESTJSONErrorCodes.MissingAccess;

/** Whether the bot lacks a permission, or the rank, for what it tried. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof CommunityRefusal &&
  error.cause instanceof DiscordAPIError &&
  error.cause.code === RESTJSONErrorCodes.MissingPermissions;

/** Our token is refused: nothing works until an operator acts. */
export const tokenRefused = (cause?: unknown): Fault =>
  new Fault('DISCORD_TOKEN_REFUSED', 'The chat platform refuses our token. Check DISCORD_TOKEN.', { cause });

/** A firewall before the platform lets none of our calls through for now; that says nothing about our token. */
export const turnedAway = (cause?: unknown): Fault =>
  new Fault(
    'DISCORD_UNAVAILABLE',
    'A firewall before the chat platform turns us away. Nothing is called for a minute.',
    { cause },
  );

/** Whether the platform doesn't take our token, which it says with 401, or with 400 and a code. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.status === 401 || error.code === RESTJSONErrorCodes.Unauthorized);

/** Whether the firewall before the platform refuses: with a page, which has no code, or with a code of its own. */
export const isFirewall = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  error.status === 403 &&
  (typeof error.code !== 'number' || error.code === RESTJSONErrorCodes.CloudflareIsBlockingYourRequest);

/** Sorts the platform's errors: nobody there, a person must act, or worth a retry. */
export function translate(error: unknown): unknown {
  if (error instanceof RateLimitError) {
    return new LimitReached('The chat platform takes no more changes for now.', { cause: error });
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

/** The most that is passed on of what the platform said, in characters. */
const SAID = 300;

/** On one line, without control characters, which no database takes, and as long as people may read. */
const printable = (message: string): string =>
  [
    ...message
      .slice(0, 2 * SAID)
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/\p{C}/gu, ''),
  ]
    .slice(0, SAID)
    .join('');

/** Whether asking again would be answered the same. An error without a code comes from a proxy in between. */
const isFinal = ({ status, code }: DiscordAPIError): boolean =>
  typeof code === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429;
