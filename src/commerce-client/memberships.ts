import { errorCode } from '../errors.ts';
import type { Answer } from './ask.ts';
import type { ClientContext } from './context.ts';
import { notFound, type Operation, unable, unknownOutcome, unreadable } from './faults.ts';
import { withOurNames, withTheirNames } from './fields.ts';
import { must, type Page, type PageRequest, readPage, toQuery } from './list.ts';
import { EXPANDED, type MembershipDetails, toMembershipDetails } from './membership-details.ts';
import { FOR_A_PERSON } from './rate-limiter.ts';

/** Search criteria, combined with AND. */
export interface MembershipFilter {
  readonly chatUserId?: string | undefined;
  readonly email?: string | undefined;
  readonly commerceUserId?: string | undefined;
  readonly planId?: string | undefined;
  readonly productId?: string | undefined;
  readonly status?: string | undefined;
  readonly valid?: boolean | undefined;
}

/** Only `terminate` is in the specification. The others throw Fault `COMMERCE_UNABLE` if the service lacks them. */
export interface Memberships {
  /**
   * Looks up one membership.
   * @param idOrKey its id or its license key
   * @throws Fault `COMMERCE_NOT_FOUND`
   */
  get(idOrKey: string): Promise<MembershipDetails>;
  /** @throws Fault `COMMERCE_UNABLE` if the service doesn't support one of the filters */
  search(request: MembershipFilter & PageRequest): Promise<Page<MembershipDetails>>;
  /** Ends it now and permanently. Idempotent: succeeds if it has already ended. */
  terminate(id: string): Promise<MembershipDetails>;
  /** Lets it end with its period, or undoes that. Idempotent. */
  cancelAtPeriodEnd(id: string, wanted: boolean): Promise<MembershipDetails>;
  /** Postpones the next charge, or the end. Not idempotent: don't repeat it after `COMMERCE_UNKNOWN_OUTCOME`. */
  addFreeDays(id: string, days: number): Promise<MembershipDetails>;
}

const RISK = 'days added twice';

export function createMemberships({ ask, aliases, capability }: ClientContext): Memberships {
  const read = (wire: unknown) => toMembershipDetails(withOurNames(aliases, wire));
  const canAsk = async () => capability.canBeAsked(FOR_A_PERSON);
  const get: Memberships['get'] = async (idOrKey) => {
    const { body } = await ask(`${pathOf(idOrKey)}?${EXPANDED}`, FOR_A_PERSON);
    if (body === undefined) throw (await canAsk()) ? notFound('membership') : unable('look up memberships');
    const found = must(read(body));
    if (found.id !== idOrKey && found.licenseKey !== idOrKey) throw unreadable();
    return found;
  };
  /** Parses the result of a change. Without a body, finds out whether the membership or the operation is missing. */
  const changed = async ({ status, body }: Answer, id: string, what: Operation) => {
    if (body !== undefined) return read(body);
    if (status === 404 && (await canAsk())) await get(id);
    throw unable(what);
  };
  return {
    get,
    async search({ page, per, ...filter }) {
      const path = `/memberships${toQuery({ page, per, ...withTheirNames(aliases, toParameters(filter)) })}&${EXPANDED}`;
      const found = await readPage(ask, FOR_A_PERSON, { path, what: 'list memberships', read });
      // A service that doesn't know a filter ignores it and returns other memberships too.
      if (!found.items.every((one) => fits(one, filter))) throw unable('search memberships by that');
      return found;
    },
    async terminate(id) {
      try {
        const { status, body } = await ask(`${pathOf(id)}/terminate?${EXPANDED}`, FOR_A_PERSON, {});
        if (body !== undefined) return must(read(body));
        throw status === 404 ? notFound('membership') : unable('terminate memberships');
      } catch (refusal) {
        if (errorCode(refusal) !== 'COMMERCE_DECLINED') throw refusal;
        const before = await get(id).catch(() => undefined);
        if (before?.status !== 'canceled' || before.valid) throw refusal;
        return before;
      }
    },
    async cancelAtPeriodEnd(id, wanted) {
      // Undoing has its own endpoint. A service whose `cancel` ignores parameters would cancel when asked to undo.
      const answer = wanted
        ? await ask(`${pathOf(id)}/cancel?${EXPANDED}`, FOR_A_PERSON, {})
        : await ask(`${pathOf(id)}/uncancel?${EXPANDED}`, FOR_A_PERSON, {});
      const what = wanted ? 'cancel at the end of a period' : 'undo a cancellation';
      return must(await changed(answer, id, what));
    },
    async addFreeDays(id, days) {
      const path = `${pathOf(id)}/add_free_days?${EXPANDED}`;
      const answer = await ask(path, FOR_A_PERSON, { body: { days }, risk: RISK });
      const after = await changed(answer, id, 'add free days');
      if (!after) throw unknownOutcome(undefined, RISK);
      return after;
    },
  };
}

const pathOf = (id: string): string => `/memberships/${encodeURIComponent(id)}`;

const toParameters = ({
  chatUserId,
  email,
  commerceUserId,
  planId,
  productId,
  status,
  valid,
}: MembershipFilter) => ({
  community_chat_id: chatUserId,
  email,
  user_id: commerceUserId,
  plan_id: planId,
  product_id: productId,
  status,
  valid,
});

/** Checks the filters that aren't in the specification, which a service may ignore. */
const fits = (found: MembershipDetails, { chatUserId, email, commerceUserId }: MembershipFilter): boolean =>
  (chatUserId === undefined || found.chatUserId === chatUserId) &&
  (email === undefined || found.email?.toLowerCase() === email.toLowerCase()) &&
  (commerceUserId === undefined || found.commerceUserId === commerceUserId);
