import type { LocalCommunity } from '../../community.ts';
import { ROLE_LOG } from '../../seed.ts';
import type { Guild } from '../../state.ts';
import type { FaultPreset } from '../fault-presets.ts';
import { toActivity } from './activity.ts';
import { toMenus } from './menus.ts';
import { toAway, toMembers, toRoles, toYou } from './people.ts';
import { toTalk } from './talk.ts';
import { resolveViewpoint, type Viewpoint } from './viewpoint.ts';

/** State shown on the page that isn't part of the community. */
export interface Surroundings {
  readonly botOnline: boolean;
  readonly faultPresets: readonly FaultPreset[];
}

/** Returns the guild as one member sees it, ready for the page's script to render. */
export function toView(community: LocalCommunity, guild: Guild, viewpoint: Viewpoint, around: Surroundings) {
  const { state } = community;
  const { you, channel, channels, direct } = resolveViewpoint(state, guild, viewpoint);
  return {
    now: community.now().toISOString(),
    name: guild.name,
    screening: guild.screening ?? false,
    /** The log channel, and the owner, who can always read it. */
    admin: state.channels.has(ROLE_LOG) ? { userId: guild.ownerId, channelId: ROLE_LOG } : null,
    bot: { id: state.application.botId, name: state.application.name, online: around.botOnline },
    faultPresets: around.faultPresets,
    you: you && toYou(state, guild, you),
    ...toTalk(state, guild, { you, channel, channels, direct }),
    menus: toMenus(state, you, channel),
    roles: toRoles(state, guild),
    memberCount: guild.members.size,
    members: toMembers(state, guild),
    away: toAway(state, guild),
    activity: toActivity(community, guild),
  };
}

export type View = ReturnType<typeof toView>;
export type You = NonNullable<View['you']>;
export type Role = View['roles'][number];
export type Member = View['members'][number];
export type Channel = View['channels'][number];
export type Message = NonNullable<View['channel']>['messages'][number];
export type ActivityItem = View['activity'][number];
