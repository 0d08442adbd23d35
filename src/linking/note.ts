import { appendEntry } from '../audit/append.ts';
import type { Entry } from '../audit/entry.ts';
import type { Transaction } from '../database/index.ts';

/** Member whose links change, and the account that ordered it. */
export interface LinkOrder {
  readonly chatUserId: string;
  /** Chat account that gave the order; the member's own if they asked for it themselves. */
  readonly orderedBy: string;
  /** Guild in which the order was given, if any. */
  readonly guildId?: string;
}

/** Actions on account links, by their names in the audit log. */
type LinkDeed = 'account linked' | 'account unlinked' | 'linking forbidden' | 'linking allowed';

/** Appends an audit log entry. Call it at the end of the transaction that makes the change. */
export async function noteDeed(
  transaction: Transaction,
  at: Date,
  { chatUserId, orderedBy, guildId, address = null }: LinkOrder & { readonly address?: string | null },
  action: LinkDeed,
  details: Entry['details'] = {},
): Promise<void> {
  const kind = orderedBy === chatUserId ? 'member' : 'admin';
  await appendEntry(transaction, at, {
    actor: { kind, id: orderedBy },
    action,
    object: { type: 'member', id: chatUserId },
    address,
    details,
    ...(guildId !== undefined && { guildId }),
  });
}
