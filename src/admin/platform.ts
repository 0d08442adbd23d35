export const PERMISSIONS = ['manage roles', 'kick members'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type ChannelObstacle =
  | 'unknown'
  | 'elsewhere'
  | 'no text channel'
  | 'hidden'
  | 'read only'
  | 'no cards';

export interface ChannelSight {
  /** Reason why the bot can't post there; null if it can. */
  readonly obstacle: ChannelObstacle | null;
  /** Whether every member of the guild can read it. */
  readonly isPublic: boolean;
}

/** The bot's application on the platform. */
export interface Identity {
  readonly name: string;
  /** Chat accounts that run the bot: those with access to its token in the developer portal. */
  readonly operatorIds: readonly string[];
  /** Whether the Server Members intent is enabled. */
  readonly hasMembersIntent: boolean;
  /** The platform's clock; null if the response had no date. */
  readonly at: Date | null;
}

/**
 * Queries about the bot's own standing on the platform, never answered from a cache.
 * @throws the faults of every call to the platform
 */
export interface Platform {
  identify(signal: AbortSignal): Promise<Identity>;
  permissionsIn(guildId: string, signal: AbortSignal): Promise<ReadonlySet<Permission>>;
  /** Inspects a channel; one of another guild is an obstacle. */
  lookAtChannel(guildId: string, channelId: string, signal: AbortSignal): Promise<ChannelSight>;
}
