import type { Clock } from '../../clock.ts';
import type { Attempts } from '../attempts.ts';
import type { CallRecorder } from '../calls.ts';
import type { Cause } from '../changes/change.ts';
import type { LocalCommunity } from '../community.ts';
import type { FaultInjector } from '../faults/fault-injection.ts';
import type { Interactions } from '../interactions/interaction.ts';
import type { InvalidRequests } from '../invalid-requests.ts';
import type { OAuthApplication } from '../oauth/authorize.ts';
import type { Grants } from '../oauth/grants.ts';
import { hasPermission } from '../permissions.ts';
import type { TakeFrom } from '../rate-limits.ts';
import type { Member } from '../records.ts';
import type { Guild } from '../state.ts';
import { fieldError, refusals } from './api-error.ts';

export interface RestContext {
  readonly clock: Clock;
  readonly community: LocalCommunity;
  readonly token: string;
  readonly gatewayUrl: string;
  readonly take: TakeFrom;
  readonly injector: FaultInjector;
  readonly recorder: CallRecorder;
  readonly attempts: Attempts;
  readonly invalidRequests: InvalidRequests;
  readonly interactions: Interactions;
  readonly oauth: { readonly application: OAuthApplication; readonly grants: Grants };
}

/** Returns a guild and the bot's membership in it. @throws ApiError 10004, also for a guild without the bot */
export function guildForBot(community: LocalCommunity, guildId: string): { guild: Guild; self: Member } {
  const guild = community.guild(guildId);
  const self = guild?.members.get(community.state.application.botId);
  if (!guild || !self) throw refusals.unknownGuild();
  return { guild, self };
}

/** Returns a member. @throws ApiError 10007 for a user who isn't a member, 10013 for an unknown user */
export function memberForBot(community: LocalCommunity, guild: Guild, userId: string): Member {
  const member = guild.members.get(userId);
  if (member) return member;
  throw community.user(userId) ? refusals.unknownMember() : refusals.unknownUser();
}

/** Requires a permission of the bot in the guild as a whole. @throws ApiError 50013 */
export function requirePermission(guild: Guild, self: Member, permission: bigint): void {
  if (!hasPermission(guild, self, permission)) throw refusals.missingPermissions();
}

/**
 * Returns the bot as the cause of a change. The reason is percent-encoded, since headers hold only ASCII.
 * @throws ApiError 50035 for a reason of more than 512 characters
 */
export function causeOf({ community }: RestContext, header: string | string[] | undefined): Cause {
  const by = community.state.application.botId;
  const reason = decodeReason(header);
  if (reason === undefined) return { by };
  // https://discord.com/developers/docs/resources/audit-log: 1-512 URL-encoded characters
  if (reason.length <= 512) return { by, reason };
  throw refusals.invalidForm(
    fieldError(['reason'], 'BASE_TYPE_MAX_LENGTH', 'Must be 512 or fewer in length.'),
  );
}

/** Decodes the audit log reason that a bot sent; undefined if there is none. */
export function decodeReason(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
