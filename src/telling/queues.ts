import Type from 'typebox';
import { defineQueue } from '../queue.ts';

/** What a member is told about. */
export const NoticeKind = Type.Enum(['grant', 'revoke', 'kick', 'trial ending', 'grace ending']);

/** Write to a member. */
export const memberTold = defineQueue({
  name: 'telling.member-told',
  data: Type.Object({
    guildId: Type.String(),
    userId: Type.String(),
    kind: NoticeKind,
    roleIds: Type.Array(Type.String()),
    /** When it ends, in milliseconds since the epoch. */
    until: Type.Optional(Type.Integer()),
  }),
  policy: 'standard',
  retries: 10,
  retryDelay: 10,
  retryDelayMax: 600,
  timeout: 60,
  concurrency: 2,
});

/** Look for trials and graces that end soon. */
export const endingsDue = defineQueue({
  name: 'telling.endings-due',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 0,
  retryDelay: 1,
  retryDelayMax: 1,
  timeout: 600,
  concurrency: 1,
});
