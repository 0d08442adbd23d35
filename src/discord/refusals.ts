import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { ChangeFailed, CommunityRefusal, LimitReached, MemberUnknown } from '../access/community.ts';
import { errorCode, type Fault } from '../errors.ts';
import { ChatFault, type PlainCode } from '../i18n/chat-fault.ts';

/**
 * Codes of our advice for admins, by error code of the platform.
 * @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes
 */
const CURES: Readonly<Record<number, PlainCode>> = {
  [RESTJSONErrorCodes.MissingPermissions]: 'ROLE_FORBIDDEN',
  [RESTJSONErrorCodes.MissingAccess]: 'SERVER_HIDDEN',
  [RESTJSONErrorCodes.UnknownRole]: 'ROLE_DELETED',
  [RESTJSONErrorCodes.UnknownGuild]: 'SERVER_LEFT',
  [RESTJSONErrorCodes.InvalidRole]: 'ROLE_UNGIVABLE',
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
export const tokenRefused = (cause?: unknown): Fault => new ChatFault('DISCORD_TOKEN_REFUSED', { cause });

/** Makes the fault for a block by the firewall in front of the platform. Such a block doesn't prove the token wrong. */
export const turnedAway = (cause?: unknown): Fault => new ChatFault('DISCORD_FIREWALL', { cause });

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
  if (error instanceof HTTPError) return new ChangeFailed('DISCORD_UNAVAILABLE', { cause: error });
  // The library reads the body of an error itself.
  if (errorCode(error) === 'ANSWER_TOO_LARGE') return new ChatFault('DISCORD_UNREADABLE', { cause: error });
  if (!(error instanceof DiscordAPIError)) return new ChatFault('DISCORD_UNAVAILABLE', { cause: error });
  if (error.code === RESTJSONErrorCodes.UnknownMember || error.code === RESTJSONErrorCodes.UnknownUser) {
    return new MemberUnknown('The user is not in the server.', { cause: error });
  }
  if (isTokenRefused(error)) return tokenRefused(error);
  if (isFirewall(error)) return turnedAway(error);
  if (!isFinal(error)) return new ChatFault('DISCORD_UNAVAILABLE', { cause: error });
  const said = `${error.status}: ${printable(error.message)}`;
  return new CommunityRefusal(CURES[Number(error.code)] ?? 'COMMUNITY_REFUSED', { said, cause: error });
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
