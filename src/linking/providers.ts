import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import { type Account, Tokens } from '../oauth.ts';
import type { Seal } from './seal.ts';

export type Side = 'chat' | 'commerce';

const purpose = (side: Side, userId: string): string => `${side} tokens of ${userId}`;

export const sealTokens = (seal: Seal, side: Side, userId: string, tokens: Tokens): string =>
  seal.seal(JSON.stringify(tokens), purpose(side, userId));

/** @throws Fault `SEAL_BROKEN`; `TOKENS_UNKNOWN` if what was sealed aren't tokens */
export function openTokens(seal: Seal, side: Side, userId: string, sealed: string): Tokens {
  const text = seal.open(sealed, purpose(side, userId));
  try {
    return Value.Parse(Tokens, JSON.parse(text));
  } catch {
    // The original error quotes the text.
    throw new Fault('TOKENS_UNKNOWN', 'A stored token has an unknown form.');
  }
}

/** Linked role metadata of a user; all values are strings. */
export type Connection = Readonly<Record<string, string>>;

/** Metadata field that a linked role can require. */
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
    key: 'active_memberships',
    kind: 'at least',
    name: 'Memberships',
    description: 'Memberships that give access now, at least',
  },
  { key: 'is_member', kind: 'yes or no', name: 'Member', description: 'Has a membership that gives access' },
];

/**
 * OAuth client of the chat platform, as linking needs it.
 * @throws Fault `GRANT_REFUSED` if a code or token isn't valid, or no longer; any other error is worth a retry
 */
export interface ChatProvider {
  readonly name: string;
  /** Expected `iss` of authorization responses, if they carry one (RFC 9207). */
  readonly issuer: string;
  /** Builds the address of the authorization page. */
  authorizeUrl(state: string): string;
  exchange(code: string, signal: AbortSignal): Promise<Tokens>;
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens>;
  /** Revokes the tokens. Succeeds if they are already revoked. */
  revoke(tokens: Tokens, signal: AbortSignal): Promise<void>;
  identify(tokens: Tokens, signal: AbortSignal): Promise<Account>;
  /**
   * Adds the user to a guild.
   * @throws CommunityRefusal if a person has to fix the cause
   */
  join(guildId: string, userId: string, tokens: Tokens, signal: AbortSignal): Promise<void>;
  /**
   * Sets the user's linked role metadata; an empty connection clears it.
   * @throws Fault `CONNECTION_REFUSED` if the platform refuses it permanently
   */
  connect(tokens: Tokens, connection: Connection, signal: AbortSignal): Promise<void>;
  /** Registers the metadata fields that linked roles can require. */
  declare(metadata: readonly Metadata[], signal: AbortSignal): Promise<void>;
}

export const SCOPES = { join: 'guilds.join', connect: 'role_connections.write' } as const;
