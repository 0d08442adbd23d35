import type { Transaction } from '../../database/index.ts';
import { sourcesOf } from '../sync/entitlements.ts';
import type { Mirrored } from './merge.ts';

/** A new state of a stored membership. */
export interface Change {
  readonly before: Mirrored | undefined;
  readonly after: Mirrored;
}

/** `urgent`: a new purchase. `claimed`: a free membership without a proven account, which anyone can get for anyone. */
export type Urgency = 'urgent' | 'live' | 'claimed';

/** Effect of a membership change on an account. */
export interface Concern {
  readonly urgency: Urgency;
  /** Whether the breaker limits what the sync takes: anyone can buy in anyone's name. */
  readonly isGuarded: boolean;
  /** Time the first event about the change was received, or of the query that found it. */
  readonly eventAt: Date;
  /** Sources that the membership counts for, or did until now; undefined if they aren't all known. */
  readonly sources: readonly string[] | undefined;
}

/** Queues a sync of a chat account's roles, in the transaction that changes the mirror. */
export type RequestSync = (chatUserId: string, concern: Concern, transaction: Transaction) => Promise<void>;

/** Queues the syncs in the transaction that writes the change. */
export interface SyncNow {
  readonly requestSync: RequestSync;
  readonly eventAt: Date;
}

/** Notes the accounts as `unsynced`. The next `SyncNow` of the membership queues their syncs, if no sweep is first. */
export interface SyncLater {
  /** Changes observed before this number have been handled by the sweeps of all guilds. */
  readonly sweptUpTo: bigint;
}

/**
 * Most accounts that a membership keeps as unsynced. A buyer can connect another account before every sweep; of those
 * beyond this, only sweeps take the roles.
 */
const UNSYNCED_MAX = 50;

/** Accounts tied to a membership, each with whether it is proven to be the buyer's. */
type Ties = ReadonlyMap<string, boolean>;

/** Queues a sync for the accounts that the memberships count for, or counted for since the last sync. */
export async function requestSyncs(
  transaction: Transaction,
  changes: readonly Change[],
  { requestSync, eventAt }: SyncNow,
): Promise<void> {
  const tiesOf = await readTies(transaction, changes);
  for (const change of changes) {
    const { before, after } = change;
    const [had, has] = [tiesOf(before), tiesOf(after)];
    const proven = [...had, ...has].flatMap(([account, isProven]) => (isProven ? [account] : []));
    const unsynced = before?.unsynced ?? [];
    // The states between are unknown, so an unsynced account may have lost the role of any source.
    const sources = isUnsynced(before)
      ? undefined
      : [...new Set([...(before ? sourcesOf(before) : []), ...sourcesOf(after)])];
    for (const account of concerned(change, had, has, unsynced).toSorted()) {
      const isNew = unsynced.includes(account) || !(before?.valid && had.has(account));
      const gains = after.valid && has.has(account) && isNew;
      const isProven = proven.includes(account);
      const isClaimed = after.free && !isProven;
      const urgency = isClaimed ? 'claimed' : gains ? 'urgent' : 'live';
      const isGuarded = isClaimed || (gains && !isProven);
      await requestSync(account, { urgency, isGuarded, eventAt, sources }, transaction);
    }
  }
}

/** Returns the changes with the accounts that they affect noted as unsynced. */
export async function noteUnsynced(
  transaction: Transaction,
  changes: readonly Change[],
  later: SyncLater,
): Promise<readonly Change[]> {
  const tiesOf = await readTies(transaction, changes);
  return changes.map((change) => {
    const { before, after } = change;
    const noted = before && !isSwept(before, later) ? before.unsynced : [];
    const unsynced = concerned(change, tiesOf(before), tiesOf(after), noted).slice(-UNSYNCED_MAX);
    return { ...change, after: { ...after, unsynced } };
  });
}

export const isUnsynced = (row: Mirrored | undefined): boolean =>
  row !== undefined && row.unsynced.length > 0;

/** Whether sweeps have compared the accounts that are noted on the membership. */
export const isSwept = ({ observation }: Mirrored, { sweptUpTo }: SyncLater): boolean =>
  observation < sweptUpTo;

/** Returns the accounts to sync: those noted earlier, then those of both states if the change affects roles. */
function concerned(change: Change, had: Ties, has: Ties, noted: readonly string[]): string[] {
  const accounts = concernsRoles(change) ? new Set([...had.keys(), ...has.keys()]) : new Set<string>();
  return [...noted.filter((account) => !accounts.has(account)), ...accounts];
}

/** Reads the links of all owners at once. @returns the accounts of a membership */
async function readTies(
  transaction: Transaction,
  changes: readonly Change[],
): Promise<(row: Mirrored | undefined) => Ties> {
  const rows = changes
    .filter((change) => concernsRoles(change) || isUnsynced(change.before))
    .flatMap(({ before, after }) => [before, after]);
  const owners = [...new Set(rows.flatMap((row) => row?.commerceUserId ?? []))];
  const links =
    owners.length === 0
      ? []
      : await transaction.accountLink.findMany({ where: { commerceUserId: { in: owners } } });
  const linked = new Map(links.map(({ commerceUserId, chatUserId }) => [commerceUserId, chatUserId]));
  return (row) => {
    const ties = new Map<string, boolean>();
    if (row && row.chatUserId !== null) ties.set(row.chatUserId, row.chatProven && row.buyerVerified);
    const account = row && row.commerceUserId !== null ? linked.get(row.commerceUserId) : undefined;
    if (row && account !== undefined) ties.set(account, row.buyerVerified);
    return ties;
  };
}

/** Whether a change affects roles. Changes of payment or end dates don't, and cost no platform call. */
function concernsRoles({ before, after }: Change): boolean {
  const fields = [
    ...(['valid', 'status', 'productId', 'planId', 'sourcePlanId'] as const),
    ...(['commerceUserId', 'chatUserId', 'chatProven', 'buyerVerified'] as const),
  ];
  return fields.some((field) => before?.[field] !== after[field]);
}
