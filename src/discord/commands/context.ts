import type { Words } from '../../words/index.ts';
import type { Features } from './features.ts';
import type { Reply } from './reply.ts';

/** What a command knows of who asked, and by which it gets at what Rolekeeper can do. */
export interface Context {
  readonly guildId: string;
  /** The chat account that asked; what they change is audited as theirs. */
  readonly userId: string;
  /** In the language of who asked. */
  readonly words: Words;
  readonly features: Features;
  /** Aborted when the answer can't be shown any more. */
  readonly signal: AbortSignal;
  now(): Date;
  /** Shows how far long work has come. What `run` returns replaces it. */
  show(reply: Reply): Promise<void>;
  /** What people read of an error, which is logged, for an answer that says more than that. */
  failure(error: unknown): Reply;
}
