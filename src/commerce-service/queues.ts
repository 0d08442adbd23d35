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

/** Does what is due for memberships and accepted entries. */
export const dueQueue = scheduled('commerce-due');

/** Lets memberships that are past due follow what their account says about access. */
export const accessQueue = scheduled('commerce-access');

/** Looks after deliveries: finds lost ones, removes old ones. */
export const cleanupQueue = scheduled('commerce-cleanup');
