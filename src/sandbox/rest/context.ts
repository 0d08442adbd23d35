import type { Clock } from '../../clock.ts';
import type { Community } from '../community.ts';
import type { StrikeRequest } from '../faults.ts';
import type { TakeFrom } from '../rate-limits.ts';
import type { Guild, Member } from '../state.ts';
import { refusals } from './api-error.ts';

/** What the REST routes work on. */
export interface RestContext {
  readonly clock: Clock;
  readonly community: Community;
  readonly token: string;
  readonly gatewayUrl: string;
  readonly take: TakeFrom;
  readonly strike: StrikeRequest;
}

/** The guild and the bot's own membership in it. A guild without the bot is unknown to the bot. */
export function guildForBot(community: Community, guildId: string): { guild: Guild; self: Member } {
  const guild = community.guild(guildId);
  const self = guild?.members.find(({ userId }) => userId === community.state.application.botId);
  if (!guild || !self) throw refusals.unknownGuild();
  return { guild, self };
}

/** A member; the refusal tells somebody who left from somebody who never was. */
export function memberForBot(community: Community, guild: Guild, userId: string): Member {
  const member = guild.members.find((candidate) => candidate.userId === userId);
  if (member) return member;
  throw community.user(userId) ? refusals.unknownMember() : refusals.unknownUser();
}
