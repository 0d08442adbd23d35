import { appendEntry } from '../audit/append.ts';
import type { Entry } from '../audit/entry.ts';
import type { Transaction } from '../database/index.ts';

/** Whose links are to change, on whose order. */
export interface LinkOrder {
  readonly chatUserId: string;
  /** The chat account on whose order; the member's own where they ask for it themselves. */
  readonly orderedBy: string;
  /** The guild in which it was ordered; left out where it was in none. */
  readonly guildId?: string;
}

/** What is done about somebody's links. Each name is one in the audit log. */
type LinkDeed = 'account linked' | 'account unlinked' | 'linking forbidden' | 'linking allowed';

/** Notes it in the audit log, at the end of the transaction that does it. */
export async function noteDeed(
  transaction: Transaction,
  at: Date,
  { chatUserId, orderedBy, guildId, address = null }: LinkOrder & { readonly address?: string | null },
  action: LinkDeed,
  details: Entry['details'] = {},
): Promise<void> {
  const kind = orderedBy === chatUserId ? 'member' : 'admin';
  await appendEntry(transaction, at, {
    ...{
      actor: { kind, id: orderedBy },
      action,
      object: { type: 'member', id: chatUserId },
      address,
      details,
    },
    ...(guildId !== undefined && { guildId }),
  });
}
