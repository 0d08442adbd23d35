import Type from 'typebox';
import { defineQueue } from '../queue.ts';

/** What the schedule calls: one at a time, not tried again, since the next call does what this one left. */
const scheduled = (name: string) =>
  defineQueue({
    name,
    data: Type.Object({}),
    policy: 'collapse',
    retries: 0,
    retryDelay: 1,
    retryDelayMax: 1,
    timeout: 300,
    concurrency: 1,
  });

/** Does what is due for memberships. */
export const dueQueue = scheduled('commerce-due');

/** Looks after deliveries: finds lost ones, removes old ones. */
export const tidyQueue = scheduled('commerce-tidy');
