import { appendEntry } from '../audit/append.ts';
import type { Actor, Entry } from '../audit/entry.ts';
import type { Transaction } from '../database/index.ts';
import type { Service } from './service.ts';
import { inTransaction } from './transaction.ts';

/** What is done to an account's things, as the audit log calls it. */
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

/** Something that was done. */
export interface Deed extends Pick<Entry, 'object' | 'details'> {
  readonly action: DeedName;
}

/** Who does something, and from which address. */
export interface Author {
  readonly actor: Actor;
  readonly address: string | null;
  /** What shows that a customer is who they are; left out where there is one way only. */
  readonly proof?: string;
}

/** Who changes something of an account. */
export interface AccountAuthor extends Author {
  readonly accountId: string;
}

/** Whoever runs the service: by its configuration as it starts, or by what they do in its sandbox. */
const operator = (id: string): Author => ({ actor: { kind: 'operator', id }, address: null });
export const CONFIGURATION = operator('configuration');
export const SANDBOX = operator('sandbox');

/** Appends to the audit log, as the last statement of the transaction that does it. */
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
 * Changes something and records it, in one transaction: both or neither.
 * @param tell what was done; undefined where nothing was
 * @throws Refusal as `inTransaction` does
 */
export const audited = <Result>(
  service: Pick<Service, 'prisma' | 'clock'>,
  author: Author,
  act: (transaction: Transaction) => Promise<Result>,
  tell: (result: Result) => Deed | undefined,
): Promise<Result> =>
  inTransaction(service, async (transaction) => {
    const result = await act(transaction);
    const deed = tell(result);
    if (deed) await record(service, transaction, author, deed);
    return result;
  });

/** Which of these fields a request names. Not their values, which may be secret; other names may be anything. */
export const fieldsOf = (known: readonly string[], input: object): string[] =>
  known.filter((name) => Object.hasOwn(input, name) && Reflect.get(input, name) !== undefined);
