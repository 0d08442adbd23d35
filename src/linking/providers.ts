import Value from 'typebox/value';
import { type Account, Tokens } from '../oauth.ts';
import type { Seal } from './seal.ts';

export type Side = 'chat' | 'commerce';

const purpose = (side: Side, userId: string): string => `${side} tokens of ${userId}`;

export const sealTokens = (seal: Seal, side: Side, userId: string, tokens: Tokens): string =>
  seal.seal(JSON.stringify(tokens), purpose(side, userId));

/** @throws Fault `SEAL_BROKEN` */
export const openTokens = (seal: Seal, side: Side, userId: string, sealed: string): Tokens =>
  Value.Parse(Tokens, JSON.parse(seal.open(sealed, purpose(side, userId))));

/** What linked roles are told of somebody; every value as text. */
export type Connection = Readonly<Record<string, string>>;

/** Something that a linked role can ask for. */
export interface Metadata {
  readonly key: string;
  readonly kind: 'days since' | 'at least' | 'yes or no';
  readonly name: string;
  readonly description: string;
}

export const METADATA: readonly Metadata[] = [
  {
    key: 'member_since',
    kind: 'days since',
    name: 'Days linked',
    description: 'Days since linking the accounts',
  },
  {
    ...{ key: 'active_memberships', kind: 'at least', name: 'Memberships' },
    description: 'Memberships that give access now, at least',
  },
  { key: 'is_member', kind: 'yes or no', name: 'Member', description: 'Has a membership that gives access' },
];

/**
 * The chat platform's OAuth, as linking needs it.
 * @throws Fault `GRANT_REFUSED` when a code or token is not good, or no longer; any other error is worth a retry
 */
export interface ChatProvider {
  /** What people call the platform. */
  readonly name: string;
  /** What answers say that they are from, where they say it (RFC 9207). */
  readonly issuer: string;
  /** Where people are asked. */
  authorizeUrl(state: string): string;
  exchange(code: string, signal: AbortSignal): Promise<Tokens>;
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens>;
  /** Revoking what is revoked already is fine. */
  revoke(tokens: Tokens, signal: AbortSignal): Promise<void>;
  identify(tokens: Tokens, signal: AbortSignal): Promise<Account>;
  /**
   * Adds the user to a guild.
   * @throws CommunityRefusal when only a person can mend what is wrong
   */
  join(guildId: string, userId: string, tokens: Tokens, signal: AbortSignal): Promise<void>;
  /**
   * Tells linked roles about the user; an empty connection takes back what was told.
   * @throws Fault `CONNECTION_REFUSED` when the platform will not take it, however often it is told
   */
  connect(tokens: Tokens, connection: Connection, signal: AbortSignal): Promise<void>;
  /** Says what linked roles can ask for. */
  declare(metadata: readonly Metadata[], signal: AbortSignal): Promise<void>;
}

export const SCOPES = { join: 'guilds.join', connect: 'role_connections.write' } as const;
