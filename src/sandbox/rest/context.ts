import type { Clock } from '../../clock.ts';
import type { Attempts } from '../attempts.ts';
import type { CallRecorder } from '../calls.ts';
import type { Cause } from '../changes/change.ts';
import type { Community } from '../community.ts';
import type { Strikes } from '../faults/switchboard.ts';
import type { Interactions } from '../interactions/interaction.ts';
import type { InvalidRequests } from '../invalid-requests.ts';
import type { OAuthApplication } from '../oauth/authorize.ts';
import type { Grants } from '../oauth/grants.ts';
import { hasPermission } from '../permissions.ts';
import type { TakeFrom } from '../rate-limits.ts';
import type { Member } from '../records.ts';
import type { Guild } from '../state.ts';
import { fieldError, refusals } from './api-error.ts';

/** What the REST routes work on. */
export interface RestContext {
  readonly clock: Clock;
  readonly community: Community;
  readonly token: string;
  readonly gatewayUrl: string;
  readonly take: TakeFrom;
  readonly strikes: Strikes;
  readonly recorder: CallRecorder;
  readonly attempts: Attempts;
  readonly invalidRequests: InvalidRequests;
  readonly interactions: Interactions;
  readonly oauth: { readonly application: OAuthApplication; readonly grants: Grants };
}

/** The guild and the bot's own membership in it. A guild without the bot is unknown to the bot. */
export function guildForBot(community: Community, guildId: string): { guild: Guild; self: Member } {
  const guild = community.guild(guildId);
  const self = guild?.members.get(community.state.application.botId);
  if (!guild || !self) throw refusals.unknownGuild();
  return { guild, self };
}

/** A member; the refusal tells somebody who left from somebody who never was. */
export function memberForBot(community: Community, guild: Guild, userId: string): Member {
  const member = guild.members.get(userId);
  if (member) return member;
  throw community.user(userId) ? refusals.unknownMember() : refusals.unknownUser();
}

/** The bot may do this in the guild as a whole, or it is told that it may not. */
export function requirePermission(guild: Guild, self: Member, permission: bigint): void {
  if (!hasPermission(guild, self, permission)) throw refusals.missingPermissions();
}

/** The bot as the cause of a change; its reason comes percent-encoded, as a header holds only ASCII. */
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

/** What a bot gave as the reason of a change; undefined where it gave none. */
export function decodeReason(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
