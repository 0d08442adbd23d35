import type { Words } from '../../i18n/index.ts';
import type { Features } from './features.ts';
import type { Reply } from './reply.ts';

/** Information about the user of a command, and access to Rolekeeper's features. */
export interface Context {
  readonly guildId: string;
  /** Chat account of the user, recorded in the audit log as the author of changes. */
  readonly userId: string;
  /** Words in the user's language. */
  readonly words: Words;
  readonly features: Features;
  /** Aborted when the answer can no longer be shown. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Shows the progress of long work. The reply returned by `run` replaces it. */
  show(reply: Reply): Promise<void>;
  /** Logs an error and returns its explanation, for commands that add to it. */
  failure(error: unknown): Reply;
}
