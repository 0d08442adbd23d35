import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { FaultDetails } from '../i18n/en/faults.ts';
import type { ClientContext } from './context.ts';
import { notFound, type Operation, unable, unknownOutcome } from './faults.ts';
import { Maybe, Moment, readable, toDate, withOurNames, withTheirNames } from './fields.ts';
import { must, type Page, type PageRequest, readPage, toPage, toQuery } from './list.ts';
import { FOR_A_PERSON, type Turn } from './rate-limiter.ts';

const WireWebhook = Type.Object({ id: Type.String(), url: Type.String(), enabled: Type.Boolean() });

const WireDetails = Type.Object({
  created_at: Maybe(Moment),
  events: Maybe(Type.Array(Type.String())),
  disabled_reason: Maybe(Type.String()),
  secret: Maybe(Type.String()),
});

const Attempt = Type.Object({
  status_code: Maybe(Type.Integer()),
  fault: Maybe(Type.String()),
  started_at: Maybe(Moment),
});

const WireDelivery = Type.Object({
  status: Type.String(),
  type: Maybe(Type.String()),
  created_at: Maybe(Moment),
  log: Maybe(Type.Array(Attempt)),
});

/** Endpoint to which the service delivers events. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly createdAt: Date | null;
  /** Names of its events; empty for all of them, null if the service doesn't say. */
  readonly events: readonly string[] | null;
  /** Reason that the service itself disabled it. */
  readonly disabledReason: string | null;
}

/** Webhook with its signing secret. Services show the secret only once; null if this one never does. */
export interface SecretWebhook extends Webhook {
  readonly secret: string | null;
}

export interface LastDelivery {
  /** Such as `delivered`, `pending` or `failed`. */
  readonly status: string;
  readonly event: string | null;
  readonly attempts: number;
  /** Start of the last attempt, or creation of the event if there was none. */
  readonly at: Date | null;
  readonly statusCode: number | null;
  /** Reason that there was no response. */
  readonly fault: string | null;
}

export interface Webhooks {
  list(
    request?: PageRequest & { readonly enabled?: boolean | undefined },
    turn?: Turn,
  ): Promise<Page<Webhook>>;
  /** @param events all events by default */
  register(url: string, events?: readonly string[]): Promise<SecretWebhook>;
  /**
   * Replaces the signing secret. Not in the specification, like the methods below.
   * @throws Fault `COMMERCE_UNABLE` if the service lacks the operation
   */
  rotate(id: string): Promise<SecretWebhook>;
  setEnabled(id: string, enabled: boolean): Promise<Webhook>;
  /** The newest delivery; undefined if there is none yet. */
  lastDelivery(id: string): Promise<LastDelivery | undefined>;
}

export function createWebhooks(context: ClientContext): Webhooks {
  const { ask, aliases } = context;
  const read = (wire: unknown) => toWebhook(withOurNames(aliases, wire));
  const list: Webhooks['list'] = ({ page, per, enabled } = {}, turn = FOR_A_PERSON) =>
    readPage(ask, turn, {
      path: `/webhooks${toQuery({ page, per, enabled })}`,
      what: 'list webhooks',
      read: (wire) => withoutSecret(read(wire)),
    });
  return {
    list,
    async register(url, events) {
      const body = withTheirNames(aliases, { url, ...(events && { events }) });
      const answer = await ask('/webhooks', FOR_A_PERSON, { body, risk: 'two webhooks' });
      if (answer.body === undefined) throw unable('register webhooks');
      return done(read(answer.body), 'two webhooks');
    },
    async rotate(id) {
      const answer = await ask(`${pathOf(id)}/rotate_secret`, FOR_A_PERSON, { risk: 'secret lost' });
      if (answer.body === undefined) throw await missing(list, id, 'rotate secrets of webhooks');
      return done(read(answer.body), 'secret lost');
    },
    async setEnabled(id, enabled) {
      const answer = await ask(pathOf(id), FOR_A_PERSON, {
        body: withTheirNames(aliases, { enabled }),
      });
      if (answer.body === undefined) throw await missing(list, id, 'switch webhooks on and off');
      return must(withoutSecret(read(answer.body)));
    },
    async lastDelivery(id) {
      const { body } = await ask(`${pathOf(id)}/deliveries?per=1`, FOR_A_PERSON);
      if (body === undefined) throw await missing(list, id, 'list deliveries');
      const { items, skipped } = toPage(body, toDelivery);
      return skipped > 0 ? must(items[0]) : items[0];
    },
  };
}

const pathOf = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

function done(webhook: SecretWebhook | undefined, risk: FaultDetails['risk']): SecretWebhook {
  if (!webhook) throw unknownOutcome(undefined, risk);
  return webhook;
}

/** A missing body means either no such webhook or no such operation: search the list. */
async function missing(list: Webhooks['list'], id: string, what: Operation): Promise<Error> {
  const { items, total, skipped } = await list({ per: 50 });
  const isKnown = items.some((webhook) => webhook.id === id) || skipped > 0 || (total ?? 0) > items.length;
  return isKnown ? unable(what) : notFound('webhook');
}

function toWebhook(answer: unknown): SecretWebhook | undefined {
  if (!Value.Check(WireWebhook, answer)) return undefined;
  const said = readable(WireDetails, answer);
  return {
    id: answer.id,
    url: answer.url,
    enabled: answer.enabled,
    createdAt: toDate(said.created_at) ?? null,
    events: said.events ?? null,
    disabledReason: said.disabled_reason ?? null,
    secret: said.secret ?? null,
  };
}

function withoutSecret(webhook: SecretWebhook | undefined): Webhook | undefined {
  if (!webhook) return undefined;
  const { secret: _, ...rest } = webhook;
  return rest;
}

function toDelivery(answer: unknown): LastDelivery | undefined {
  if (!Value.Check(WireDelivery, answer)) return undefined;
  const attempts: readonly Static<typeof Attempt>[] = answer.log ?? [];
  const last = attempts.at(-1);
  return {
    status: answer.status,
    event: answer.type ?? null,
    attempts: attempts.length,
    at: toDate(last?.started_at ?? answer.created_at) ?? null,
    statusCode: last?.status_code ?? null,
    fault: last?.fault ?? null,
  };
}
