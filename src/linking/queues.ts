import Type from 'typebox';
import type { Transaction } from '../database/index.ts';
import { defineQueue, type Send } from '../queue.ts';

/** Completes a link: has previous holders lose the roles, then gives them to the linked member. */
export const linkChanged = defineQueue({
  name: 'linking.link-changed',
  data: Type.Object({ commerceUserId: Type.String() }),
  policy: 'collapse',
  retries: 50,
  retryDelay: 1,
  retryDelayMax: 600,
  timeout: 120,
  concurrency: 5,
});

/** Syncs the chat accounts that a commerce user only typed, after a link was made or ended. */
export const typedAccountsChanged = defineQueue({
  name: 'linking.typed-accounts-changed',
  data: Type.Object({ commerceUserId: Type.String() }),
  policy: 'collapse',
  retries: 20,
  retryDelay: 2,
  retryDelayMax: 600,
  timeout: 300,
  concurrency: 1,
});

/** Updates or clears the linked role metadata of a chat account. */
export const connectionChanged = defineQueue({
  name: 'linking.connection-changed',
  data: Type.Object({ chatUserId: Type.String() }),
  policy: 'collapse',
  retries: 20,
  retryDelay: 2,
  retryDelayMax: 600,
  timeout: 60,
  concurrency: 5,
});

/** Queues a metadata update. Jobs for one account run one after another, because a refresh token works only once. */
export const sendConnection = (send: Send, chatUserId: string, transaction?: Transaction): Promise<void> =>
  send(
    connectionChanged,
    { chatUserId },
    { key: chatUserId, group: chatUserId, ...(transaction && { transaction }) },
  );

/** Revokes tokens that are no longer needed. */
export const revocationsDue = defineQueue({
  name: 'linking.revocations-due',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 20,
  retryDelay: 5,
  retryDelayMax: 600,
  timeout: 300,
  concurrency: 1,
});

/** Deletes expired journeys and requeues unfinished work. */
export const linkingCleanup = defineQueue({
  name: 'linking.cleanup',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 3,
  retryDelay: 10,
  retryDelayMax: 60,
  timeout: 300,
  concurrency: 1,
});

/** Registers the linked role metadata fields at the platform. */
export const metadataDeclared = defineQueue({
  name: 'linking.metadata-declared',
  data: Type.Object({}),
  policy: 'collapse',
  retries: 20,
  retryDelay: 10,
  retryDelayMax: 600,
  timeout: 60,
  concurrency: 1,
});
