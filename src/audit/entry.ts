import type { Prisma } from '../database/index.ts';

export type ActorKind =
  /** A chat account that may manage a guild. */
  | 'admin'
  /** A key of the Commerce Service's API, by its id. */
  | 'api_key'
  /** An OAuth application, by its client id. */
  | 'application'
  /** A buyer on the Commerce Service's pages, by their user id. */
  | 'customer'
  /** A chat account acting for itself. */
  | 'member'
  /** A command line or the configuration, by name. */
  | 'operator';

export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
}

/** The object of an action: its type, such as `plan`, and its id. */
export interface AuditObject {
  readonly type: string;
  readonly id: string;
}

/** An action to append to the log. */
export interface Entry {
  readonly actor: Actor;
  /** Such as `plan created`. */
  readonly action: string;
  readonly object: AuditObject;
  /** Remote address of the request; null for actions in the chat or on the command line. */
  readonly address: string | null;
  /** Guild of the action; omitted if none. */
  readonly guildId?: string;
  /** Further facts. Never a secret. */
  readonly details?: Prisma.InputJsonObject;
  /** Idempotency key, unique in the log. */
  readonly key?: string;
  /** Number of the entry of an admin's order; this entry records its outcome. */
  readonly settles?: bigint;
}
