import { type Code, price, type Terms } from './terms.ts';

export const DAY = 86_400;

/**
 * What a membership should be, told in as few words as possible and without a look at the service. Times are
 * in seconds.
 */
export interface Membership {
  readonly terms: Terms;
  readonly code: Code | undefined;
  readonly quantity: number;
  /** Whether the account lets people in whose payment is late. */
  readonly isOpenWhilePastDue: boolean;
  status: string;
  /** When a period, or the days of an expiration plan, are over. */
  end: number;
  due: number | undefined;
  charges: number;
  tries: number;
  cardWorks: boolean;
  ending: boolean;
  /** The events so far, those of the membership with its status then. */
  readonly told: string[];
  /** Cents that were paid, and what of them has not gone back. */
  readonly payments: { readonly paid: number; left: number }[];
}

const WAITS = [DAY, 3 * DAY, 5 * DAY, 7 * DAY];

export const isValid = ({ isOpenWhilePastDue }: Membership, status: string): boolean =>
  ['trialing', 'active', 'completed'].includes(status) || (status === 'past_due' && isOpenWhilePastDue);

export const tell = (membership: Membership, name: string): void =>
  void membership.told.push(`membership_${name} ${membership.status}`);

export function become(membership: Membership, status: string): void {
  const was = isValid(membership, membership.status);
  membership.status = status;
  if (was !== isValid(membership, status)) tell(membership, was ? 'went_invalid' : 'went_valid');
}

/** The next charge, which for nothing always succeeds and is not told. */
export const nextPrice = ({ terms, code, charges, quantity }: Membership): number =>
  price(terms, code, charges + 1, quantity);

export function charge(membership: Membership, cents: number): void {
  membership.charges += 1;
  if (cents === 0) return;
  membership.told.push('payment_succeeded');
  membership.payments.push({ paid: cents, left: cents });
}

export function buy(
  sale: Pick<Membership, 'terms' | 'code' | 'quantity' | 'cardWorks' | 'isOpenWhilePastDue'>,
  now: number,
): Membership {
  const { trial, days, isRenewal } = sale.terms;
  const membership: Membership = {
    ...sale,
    status: 'none',
    end: now,
    due: undefined,
    charges: 0,
    tries: 0,
    ending: false,
    told: [],
    payments: [],
  };
  const length = trial ?? days;
  if (length !== undefined) {
    membership.end = now + length * DAY;
    membership.due = membership.end;
  }
  become(membership, trial !== undefined ? 'trialing' : isRenewal ? 'active' : 'completed');
  if (trial === undefined) charge(membership, nextPrice(membership));
  return membership;
}

/** Pays for the next period, or the last part there is. */
export function renew(membership: Membership, at: number): void {
  charge(membership, nextPrice(membership));
  const { parts = Number.POSITIVE_INFINITY, renewal, days = 0 } = membership.terms;
  membership.tries = 0;
  // Charges of nothing are no parts, unless nothing is what a period costs.
  if ((renewal === 0 ? membership.charges : membership.payments.length) >= parts) {
    Object.assign(membership, { due: undefined, ending: false });
    become(membership, 'completed');
    return;
  }
  // Nobody pays for time without access, nor for a period that is over.
  const isLate = !isValid(membership, membership.status) || membership.end + days * DAY <= at;
  const start = isLate ? at : membership.end;
  membership.end = start + days * DAY;
  membership.due = membership.end;
  become(membership, 'active');
}

/** Everything that time alone brings about. */
export function passTo(membership: Membership, now: number): void {
  while (membership.due !== undefined && membership.due <= now) {
    const at: number = membership.due;
    if (membership.status === 'completed') finish(membership, 'expired');
    else if (membership.ending || membership.status === 'unresolved') finish(membership, 'canceled');
    else if (membership.cardWorks || nextPrice(membership) === 0) renew(membership, at);
    else {
      membership.told.push('payment_failed');
      const wait = WAITS[membership.tries];
      membership.tries += 1;
      membership.due = membership.end + (wait ?? 30 * DAY);
      become(membership, wait === undefined ? 'unresolved' : 'past_due');
    }
  }
}

export function finish(membership: Membership, status: string): void {
  Object.assign(membership, { due: undefined, ending: false });
  become(membership, status);
}
