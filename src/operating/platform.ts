/** What the bot may be allowed in a guild that it has a use for. */
export const PERMISSIONS = ['manage roles', 'kick members'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Why the bot can't post in a channel. */
export type ChannelObstacle =
  | 'unknown'
  | 'elsewhere'
  | 'no text channel'
  | 'hidden'
  | 'read only'
  | 'no cards';

/** What somebody who posts in a channel wants to know. */
export interface ChannelSight {
  /** Why the bot can't post there; null where it can. */
  readonly obstacle: ChannelObstacle | null;
  /** Whether everybody in the guild can read it. */
  readonly isPublic: boolean;
}

/** What the platform says about the bot itself. */
export interface Identity {
  readonly name: string;
  /** Who runs the bot: the chat accounts that can get at its token at the platform. */
  readonly operatorIds: readonly string[];
  /** Whether the Server Members intent is enabled. */
  readonly hasMembersIntent: boolean;
  /** The platform's own time; null where it didn't say. */
  readonly at: Date | null;
}

/**
 * The platform, asked about the bot's own standing. Nothing is answered from a cache.
 * @throws the faults of every call to the platform
 */
export interface Platform {
  identify(signal: AbortSignal): Promise<Identity>;
  /** What the bot is allowed everywhere in the guild. */
  permissionsIn(guildId: string, signal: AbortSignal): Promise<ReadonlySet<Permission>>;
  /** How a channel is, seen from the guild. */
  lookAtChannel(guildId: string, channelId: string, signal: AbortSignal): Promise<ChannelSight>;
}
