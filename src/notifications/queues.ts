import Type from 'typebox';
import { defineQueue } from '../queue.ts';

export const NoticeKind = Type.Enum(['grant', 'revoke', 'kick', 'trial ending', 'grace ending']);

/** Direct messages to members. */
export const memberNotification = defineQueue({
  name: 'notifications.member',
  data: Type.Object({
    guildId: Type.String(),
    userId: Type.String(),
    kind: NoticeKind,
    roleIds: Type.Array(Type.String()),
    /** End of the trial or grace period, in milliseconds since the epoch. */
    until: Type.Optional(Type.Integer()),
    /** Whether only claimed memberships gave the roles; omitted if not. */
    isClaimed: Type.Optional(Type.Boolean()),
  }),
  policy: 'standard',
  retries: 10,
  retryDelay: 10,
  retryDelayMax: 600,
  timeout: 60,
  concurrency: 2,
});

/** Looks for trials and grace periods that end soon. */
export const expiryReminders = defineQueue({
  name: 'notifications.expiry-reminders',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 0,
  retryDelay: 1,
  retryDelayMax: 1,
  timeout: 600,
  concurrency: 1,
});
