import { become, charge, DAY, finish, type Membership, nextPrice, renew, tell } from './membership.ts';

const CARD = '4242424242424242';
const DECLINED = '4000000000000002';
const FREE_DAYS = 2;

/** Something that can be asked for a membership: its address and body, and what it should do and answer. */
interface Operation {
  readonly path: string;
  readonly body?: object;
  /** @returns the status of the answer; one from 400 on, but for 402, says that nothing has changed */
  does(membership: Membership, now: number): number;
}

export const OPERATIONS: readonly Operation[] = [
  { path: 'cancel', does: (membership) => end(membership, true) },
  { path: 'uncancel', does: (membership) => end(membership, false) },
  {
    path: 'terminate',
    does(membership) {
      finish(membership, 'canceled');
      return 201;
    },
  },
  { path: 'add_free_days', body: { days: FREE_DAYS }, does: addFreeDays },
  { path: 'refill', body: { card_number: CARD }, does: refill },
  {
    path: 'refill',
    body: { card_number: DECLINED },
    does: (membership, now) => refill(membership, now, false),
  },
  { path: 'pay', body: { card_number: CARD }, does: pay },
  { path: 'pay', body: { card_number: DECLINED }, does: (membership, now) => pay(membership, now, false) },
];

function end(membership: Membership, ending: boolean): number {
  if (!['trialing', 'active', 'past_due', 'unresolved'].includes(membership.status)) return 409;
  if (membership.ending !== ending) tell(membership, 'cancel_at_period_end_changed');
  membership.ending = ending;
  return 201;
}

function addFreeDays(membership: Membership, now: number): number {
  const { status, due } = membership;
  const runsOut = ['completed', 'expired'].includes(status);
  if (status === 'canceled' || (status === 'completed' && due === undefined)) return 409;
  membership.end = Math.max(membership.end, now) + FREE_DAYS * DAY;
  membership.due = membership.end;
  if (!runsOut) membership.tries = 0;
  become(membership, runsOut ? 'completed' : status === 'trialing' ? 'trialing' : 'active');
  return 201;
}

function refill(membership: Membership, now: number, works = true): number {
  const { status, terms } = membership;
  const { grace, days = 0 } = terms;
  if (grace === undefined || !['completed', 'expired'].includes(status)) return 409;
  if (status === 'expired' && membership.end + grace * DAY < now) return 409;
  const cents = nextPrice(membership);
  if (!works && cents > 0) return decline(membership);
  charge(membership, cents);
  membership.end = Math.max(membership.end, now) + days * DAY;
  membership.due = membership.end;
  become(membership, 'completed');
  return 201;
}

function pay(membership: Membership, now: number, works = true): number {
  if (!['past_due', 'unresolved'].includes(membership.status)) return 409;
  if (!works && nextPrice(membership) > 0) return decline(membership);
  membership.cardWorks = true;
  renew(membership, now);
  return 201;
}

/** A charge that failed stays on record, and changes nothing. */
function decline(membership: Membership): number {
  membership.told.push('payment_failed');
  return 402;
}
