import { appendEntry } from '../audit/append.ts';
import type { Actor, Entry } from '../audit/entry.ts';
import type { Transaction } from '../database/index.ts';
import type { Service } from './service.ts';
import { inTransaction } from './transaction.ts';

/** An action on an account's resources, as the audit log names it. */
export type DeedName =
  | 'account updated'
  | 'api key created'
  | 'api key replaced'
  | 'api key revoked'
  | 'application allowed'
  | 'cancellation set'
  | 'cancellation undone'
  | 'chat account connected'
  | 'checkout session created'
  | 'checkout session deleted'
  | 'delivery repeated'
  | 'entry accepted'
  | 'entry withdrawn'
  | 'free days added'
  | 'grant revoked'
  | 'license key replaced'
  | 'license key reset'
  | 'license used first'
  | 'list joined'
  | 'membership bought'
  | 'membership paid'
  | 'membership terminated'
  | 'membership topped up'
  | 'membership updated'
  | 'oauth client deleted'
  | 'oauth client registered'
  | 'oauth client secret rotated'
  | 'oauth client updated'
  | 'payment refunded'
  | 'plan created'
  | 'plan updated'
  | 'product created'
  | 'product updated'
  | 'promo code archived'
  | 'promo code created'
  | 'promo code updated'
  | 'quick link created'
  | 'signed in'
  | 'signed out'
  | 'test event sent'
  | 'time passed'
  | 'token revoked'
  | 'tokens issued'
  | 'tokens refreshed'
  | 'webhook deleted'
  | 'webhook registered'
  | 'webhook secret rotated'
  | 'webhook updated'
  | 'winners drawn';

/** An action to append to the audit log. */
export interface Deed extends Pick<Entry, 'object' | 'details'> {
  readonly action: DeedName;
}

/** The actor of an action, and the network address of the request. */
export interface Author {
  readonly actor: Actor;
  readonly address: string | null;
  /** How a customer proved their identity; omitted for actors with only one way to do so. */
  readonly proof?: string;
}

export interface AccountAuthor extends Author {
  readonly accountId: string;
}

/** The operator as an author: through the configuration at start-up, or in the sandbox. */
const operator = (id: string): Author => ({ actor: { kind: 'operator', id }, address: null });
export const CONFIGURATION = operator('configuration');
export const SANDBOX = operator('sandbox');

/** Appends to the audit log. Call it last in a transaction: concurrent appenders wait until that transaction ends. */
export async function record(
  { clock }: Pick<Service, 'clock'>,
  transaction: Transaction,
  { actor, address, proof }: Author,
  { details, ...deed }: Deed,
): Promise<void> {
  const entry = { ...deed, actor, address, details: { ...details, ...(proof !== undefined && { proof }) } };
  await appendEntry(transaction, clock.now(), entry);
}

/**
 * Makes a change and records it in one transaction. `tell` returns the action, or several; undefined if nothing was
 * changed.
 */
export const audited = <Result>(
  service: Pick<Service, 'prisma' | 'clock'>,
  author: Author,
  act: (transaction: Transaction) => Promise<Result>,
  tell: (result: Result) => Deed | readonly Deed[] | undefined,
): Promise<Result> =>
  inTransaction(service, async (transaction) => {
    const result = await act(transaction);
    for (const deed of [tell(result) ?? []].flat()) await record(service, transaction, author, deed);
    return result;
  });

/** Lists the known fields that a request sets; neither their values, which may be secret, nor unknown names. */
export const fieldsOf = (known: readonly string[], input: object): string[] =>
  known.filter((name) => Object.hasOwn(input, name) && Reflect.get(input, name) !== undefined);
