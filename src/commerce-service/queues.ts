import Type from 'typebox';
import { defineQueue } from '../queue.ts';

/** Defines a scheduled queue: one job at a time, without retries, since the next run does what a failed one left. */
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

/** Due changes of memberships and accepted entries. */
export const dueQueue = scheduled('commerce-due');

/** Updates of past-due memberships to their account's settings. */
export const accessQueue = scheduled('commerce-access');

/** Deletion of data that is no longer needed, and repair of delivery times. */
export const cleanupQueue = scheduled('commerce-cleanup');
