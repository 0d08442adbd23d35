import Type from 'typebox';
import Value from 'typebox/value';
import { createAbility } from './ability.ts';
import { type FieldAliases, withOurNames } from './aliases.ts';
import { type Ask, createAsk, type Service } from './ask.ts';
import { refusal, unreadable } from './faults.ts';
import { type Membership, toMembership } from './membership.ts';
import type { Turn } from './pace.ts';
import { type Plan, toPlan, WirePlan } from './plan.ts';

export type { Membership } from './membership.ts';
export type { Plan } from './plan.ts';

/**
 * The bot's view of the Commerce Service. Every method throws Fault `COMMERCE_UNAVAILABLE` (worth a retry),
 * `COMMERCE_REFUSED` (the key lacks a right) or `COMMERCE_UNREADABLE`. An error is never an answer: nothing may
 * be concluded from it.
 */
export interface CommerceClient {
  /**
   * The membership as it is now; `missing` when the service says that it doesn't exist, `unaskable` when it is
   * a service that answers no such questions.
   */
  getMembership(id: string, turn?: Turn): Promise<Membership | 'missing' | 'unaskable'>;
  /** Whether the service answers questions about memberships at all. Remembered for some minutes. */
  canBeAsked(turn?: Turn): Promise<boolean>;
  /**
   * All memberships that are valid, or that are not, page by page, oldest first; each page is asked for when
   * it is taken. Whoever gets to the end has seen the whole list; half a list ends with an error.
   */
  listMemberships(filter: ListFilter): AsyncGenerator<readonly Membership[], void, void>;
  /** The newest fifty plans that anybody may see. */
  listPlans(): Promise<readonly Plan[]>;
}

/** Which memberships a list shall hold. */
export interface ListFilter {
  readonly valid: boolean;
  /** Only these; a service may not know this filter, and list the others too. */
  readonly status?: 'past_due';
  readonly signal?: AbortSignal | undefined;
}

export type CommerceOptions = Service & { readonly aliases?: FieldAliases };

/** A client for a service. One key's requests share one client, so that they share its pace. */
export function createCommerceClient({ aliases = new Map(), ...service }: CommerceOptions): CommerceClient {
  const ask = createAsk(service);
  const ability = createAbility(ask, service.clock);
  return {
    canBeAsked: (turn = {}) => ability.canBeAsked(turn),
    async getMembership(id, turn = {}) {
      if (ability.known() === false) return 'unaskable';
      const { body } = await ask(`/memberships/${encodeURIComponent(id)}?expand=plan`, turn);
      // No such membership, or no such question? The list of all of them tells.
      if (body === undefined) return (await ability.canBeAsked(turn)) ? 'missing' : 'unaskable';
      const membership = toMembership(withOurNames(aliases, body));
      if (membership?.id !== id) throw unreadable();
      return membership;
    },
    listMemberships: (filter) => listMemberships(ask, aliases, filter),
    async listPlans() {
      const { data } = await readList(ask, '/plans?visibility=visible&expand=product&per=50', {});
      const plans = data.map((plan) => withOurNames(aliases, plan));
      if (!Value.Check(Type.Array(WirePlan), plans)) throw unreadable();
      return plans.map(toPlan);
    },
  };
}

const List = Type.Object({
  pagination: Type.Object({ current_page: Type.Integer(), total_page: Type.Integer() }),
  data: Type.Array(Type.Unknown()),
});

async function readList(ask: Ask, path: string, turn: Turn) {
  const { status, body } = await ask(path, turn);
  if (body === undefined) throw refusal(status);
  if (!Value.Check(List, body)) throw unreadable();
  return body;
}

async function* listMemberships(
  ask: Ask,
  aliases: FieldAliases,
  { valid, status, signal }: ListFilter,
): AsyncGenerator<readonly Membership[], void, void> {
  let before = '';
  for (let page = 1; ; page++) {
    const path = `/memberships?valid=${valid}${status ? `&status=${status}` : ''}&direction=asc&expand=plan&per=50&page=${page}`;
    const { pagination, data } = await readList(ask, path, { background: true, signal });
    const isLast = page >= pagination.total_page;
    const memberships = data.map((one) => readMembership(aliases, one));
    const ids = memberships.map(({ id }) => id).join();
    // A service that counts its pages otherwise, or gives the same one again, hasn't shown the whole list.
    if (pagination.current_page !== page || (!isLast && (ids === '' || ids === before))) throw unreadable();
    yield memberships;
    if (isLast) return;
    before = ids;
  }
}

function readMembership(aliases: FieldAliases, wire: unknown): Membership {
  const membership = toMembership(withOurNames(aliases, wire));
  if (!membership) throw unreadable();
  return membership;
}
