import type { Prisma } from '../database/index.ts';

/** Kinds of those who act. */
export type ActorKind =
  /** A chat account that may manage a guild. */
  | 'admin'
  /** A key of the Commerce Service's API, by its id. */
  | 'api_key'
  /** An OAuth application, by its client id. */
  | 'application'
  /** A buyer on the Commerce Service's pages, by their user id. */
  | 'customer'
  /** A chat account that acts for itself. */
  | 'member'
  /** A command line, or the configuration, by its name. */
  | 'operator';

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
}

/** What something is done to: its type, such as `plan`, and which one. */
export interface AuditObject {
  readonly type: string;
  readonly id: string;
}

/** Something that was done, as it is appended to the log. */
export interface Entry {
  readonly actor: Actor;
  /** What was done, such as `plan created`. */
  readonly action: string;
  readonly object: AuditObject;
  /** The remote address of the request; null where there is none: in the chat, and on the command line. */
  readonly address: string | null;
  /** The guild in which it was done; left out where it was in none. */
  readonly guildId?: string;
  /** What else there is to know. Never a secret. */
  readonly details?: Prisma.InputJsonObject;
  /** What makes it one: it can't be appended twice. */
  readonly key?: string;
  /** The number of the order whose outcome this entry tells. */
  readonly settles?: bigint;
}
