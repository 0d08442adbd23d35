import Type from 'typebox';
import { defineQueue } from '../queue.ts';

/** Look at a membership again: something may have happened to it. */
export const membershipChanged = defineQueue({
  name: 'access.membership-changed',
  data: Type.Object({ membershipId: Type.String() }),
  policy: 'standard',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 60,
  concurrency: 10,
});

/** Make the roles of a member right. Many hints about one member collapse into one job. */
export const memberChanged = defineQueue({
  name: 'access.member-changed',
  data: Type.Object({ guildId: Type.String(), userId: Type.String() }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 10,
});
