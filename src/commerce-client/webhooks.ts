import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { withOurNames, withTheirNames } from './aliases.ts';
import { toDate } from './dates.ts';
import type { Dialogue } from './dialogue.ts';
import { notFound, unable, unknownOutcome } from './faults.ts';
import { Maybe, Moment, readable } from './fields.ts';
import { must, type Page, type PageRequest, readPage, toPage, toQuery } from './list.ts';
import { FOR_A_PERSON, type Turn } from './pace.ts';

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

/** An endpoint that is told what happens. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly createdAt: Date | null;
  /** What it is told; empty for everything, null where nobody says. */
  readonly events: readonly string[] | null;
  /** Why the service itself switched it off. */
  readonly disabledReason: string | null;
}

/** A webhook with what signs its deliveries, which is shown this once; null where the service keeps it to itself. */
export interface SecretWebhook extends Webhook {
  readonly secret: string | null;
}

/** The last event that an endpoint was told, or is being told. */
export interface LastDelivery {
  /** Such as `delivered`, `pending`, `failed`. */
  readonly status: string;
  /** Name of the event. */
  readonly event: string | null;
  readonly attempts: number;
  /** When it was last tried; when it came about where it wasn't yet. */
  readonly at: Date | null;
  /** What the endpoint answered. */
  readonly statusCode: number | null;
  /** Why it answered nothing. */
  readonly fault: string | null;
}

export interface Webhooks {
  list(
    request?: PageRequest & { readonly enabled?: boolean | undefined },
    turn?: Turn,
  ): Promise<Page<Webhook>>;
  /** @param events all of them when left out */
  register(url: string, events?: readonly string[]): Promise<SecretWebhook>;
  /** Beyond the specification, as all below. @throws Fault `COMMERCE_UNABLE` where the service hasn't got it */
  rotate(id: string): Promise<SecretWebhook>;
  setEnabled(id: string, enabled: boolean): Promise<Webhook>;
  /** Undefined where it was told nothing yet. */
  lastDelivery(id: string): Promise<LastDelivery | undefined>;
}

const LOOK_FIRST = 'Look at the list of webhooks before you try again, or there may be two.';
const ROTATE_AGAIN = 'If it did, the new secret is lost: rotate it once more.';

export function createWebhooks(dialogue: Dialogue): Webhooks {
  const { ask, aliases } = dialogue;
  const read = (wire: unknown) => toWebhook(withOurNames(aliases, wire));
  const list: Webhooks['list'] = ({ page, per, enabled } = {}, turn = FOR_A_PERSON) =>
    readPage(ask, turn, {
      path: `/webhooks${toQuery({ page, per, enabled })}`,
      what: 'webhooks',
      read: (wire) => withoutSecret(read(wire)),
    });
  return {
    list,
    async register(url, events) {
      const body = withTheirNames(aliases, { url, ...(events && { events }) });
      const answer = await ask('/webhooks', FOR_A_PERSON, { body, ifUnknown: LOOK_FIRST });
      if (answer.body === undefined) throw unable('register webhooks');
      return done(read(answer.body), LOOK_FIRST);
    },
    async rotate(id) {
      const answer = await ask(`${pathOf(id)}/rotate_secret`, FOR_A_PERSON, { ifUnknown: ROTATE_AGAIN });
      if (answer.body === undefined) throw await missing(list, id, 'rotate secrets of webhooks');
      return done(read(answer.body), ROTATE_AGAIN);
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
      if (body === undefined) throw await missing(list, id, 'tell about deliveries');
      const { items, skipped } = toPage(body, toDelivery);
      return skipped > 0 ? must(items[0]) : items[0];
    },
  };
}

const pathOf = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

function done(webhook: SecretWebhook | undefined, cure: string): SecretWebhook {
  if (!webhook) throw unknownOutcome(undefined, cure);
  return webhook;
}

/** No such webhook, or no such operation? The list tells. */
async function missing(list: Webhooks['list'], id: string, what: string): Promise<Error> {
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
