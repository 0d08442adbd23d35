import Type from 'typebox';
import type { Transaction } from '../database/index.ts';
import { defineQueue, type Send } from '../queue.ts';

/** Finish what a link has begun: who had it before loses its roles, the linked one is let in and gets them. */
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

/** Tell linked roles how it is with a chat account, or take back what was told. */
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

/** Has linked roles told; jobs about one account take turns, as a refresh token is good once. */
export const sendConnection = (send: Send, chatUserId: string, transaction?: Transaction): Promise<void> =>
  send(
    connectionChanged,
    { chatUserId },
    { key: chatUserId, group: chatUserId, ...(transaction && { transaction }) },
  );

/** Revoke the tokens that nobody needs any more. */
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

/** Clear away journeys that nobody has finished, and take up what was left lying. */
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

/** Tell the platform what linked roles can ask for. */
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
