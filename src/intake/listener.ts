import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Clock } from '../clock.ts';
import type { FieldAliases } from '../commerce-client/aliases.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createSeldom } from '../seldom.ts';
import { inSpan } from '../trace.ts';
import type { ReceivedEvent, StoreEvent } from './inbox.ts';
import { normalise } from './normalise.ts';
import { readBody } from './read-body.ts';
import { createSenders } from './senders.ts';
import { createStripKeys } from './strip-keys.ts';
import { BodyRefused, createTakeBody, LIMIT } from './take-body.ts';
import type { Signed, Verify } from './verify.ts';

/** How long a body may take to arrive, in milliseconds. */
const PATIENCE = 10_000;

/** How long it isn't logged again that webhooks are refused, in milliseconds: anybody can send them. */
const QUIET = 60_000;

/** When a sender whose event can't be stored should try again, in seconds. */
const RETRY_AFTER = 10;

export interface ListenerOptions {
  readonly store: StoreEvent;
  readonly verify: Verify;
  readonly aliases: FieldAliases;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** How long a body may take to arrive, in milliseconds; 10 s when left out. */
  readonly patience?: number;
}

/**
 * `POST /webhooks/commerce`: takes signed events. 200 means stored, and is said only after the commit; what
 * the event causes is done later, by a worker. An event that we know nothing about is stored, and so counted,
 * and causes nothing.
 */
export const listener: FastifyPluginAsyncTypebox<ListenerOptions> = async (app, deps) => {
  // The signature is over the bytes as sent: no other parser may touch this route's body.
  app.removeAllContentTypeParsers();
  const takeBody = createTakeBody(deps.patience ?? PATIENCE);
  app.addContentTypeParser('application/json', ({ ip }: FastifyRequest, stream: IncomingMessage) =>
    takeBody(stream, ip),
  );
  const reading = { ...deps, stripKeys: createStripKeys(deps.aliases) };
  const count = (outcome: string) => deps.metrics?.webhooks.inc({ outcome });
  const seldom = createSeldom(QUIET);
  const refuse = ({ ip }: FastifyRequest, reply: FastifyReply) => {
    count('unsigned');
    const say = seldom('unsigned');
    if (say)
      deps.log.warn(
        { ip, ...say },
        'a webhook was refused, as its signature is missing, wrong or too old; if it is the Commerce Service’s, compare COMMERCE_WEBHOOK_SECRET with what it signs with, and the clocks',
      );
    return reply.status(401).send(failure(401, 'The signature is missing, wrong or too old.'));
  };
  const senders = createSenders(deps.clock);
  const checks = new WeakMap<FastifyRequest, NonNullable<ReturnType<Verify>>>();
  app.addHook('onRequest', async (request, reply) => {
    const check = deps.verify(request.headers);
    // Nobody reads what can't be right, whatever follows: the connection ends with the answer.
    if (!check) return refuse(request, reply.header('connection', 'close'));
    const seconds = senders.secondsLeft(request.ip);
    if (seconds !== undefined) return limit(reply, seconds);
    checks.set(request, check);
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof BodyRefused)) throw error;
    const { statusCode, message } = error;
    count(statusCode === 503 ? 'not_stored' : 'unreadable');
    reply.header('connection', 'close');
    return statusCode === 503 ? sendAway(reply) : reply.status(statusCode).send(failure(statusCode, message));
  });
  const options = { schema: { body: Type.Any() }, bodyLimit: LIMIT };

  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const { body } = request;
    const answered = deps.metrics?.acknowledgement.startTimer();
    const signed = Buffer.isBuffer(body) ? checks.get(request)?.(body) : undefined;
    senders.note(request.ip, signed !== undefined);
    if (!signed || !Buffer.isBuffer(body)) return refuse(request, reply);
    const event = readEvent(reading, signed, body);
    if (!event) {
      count('unreadable');
      return reply.status(400).send(failure(400, 'The body is not an event: JSON with a type and data.'));
    }
    const { id, name, membershipId } = event;
    try {
      const outcome = await deps.store(event, body.length);
      count(outcome);
      answered?.();
      deps.log.info({ event: id, name, membership: membershipId, outcome }, 'webhook received');
      return await reply.status(200).send({ received: true });
    } catch (error) {
      count('not_stored');
      deps.log.error({ err: error, event: id, name }, 'a webhook could not be stored');
      return sendAway(reply);
    }
  };
  app.post('/webhooks/commerce', options, (request, reply) =>
    inSpan('webhook', { kind: 'asked' }, () => receive(request, reply)),
  );
};

const limit = (reply: FastifyReply, seconds: number) =>
  reply
    .status(429)
    .headers({ 'retry-after': seconds, connection: 'close' })
    .send(failure(429, `Too many signatures were wrong. Try again in ${seconds} s.`));

const sendAway = (reply: FastifyReply) =>
  reply
    .status(503)
    .header('retry-after', RETRY_AFTER)
    .send(failure(503, `The event can't be stored now. Send it again in ${RETRY_AFTER} s.`));

function readEvent(
  { aliases, clock, stripKeys }: ListenerOptions & { readonly stripKeys: (json: string) => string },
  signed: Signed,
  body: Buffer,
): ReceivedEvent | undefined {
  const read = readBody(body);
  const event = read && normalise(read.payload, aliases);
  if (!event) return undefined;
  const { messageId, name, membershipId, occurredAt } = event;
  const id = signed.id ?? messageId ?? signed.fingerprint();
  return { id, name, membershipId, occurredAt, receivedAt: clock.now(), payload: stripKeys(read.text) };
}

const failure = (status: number, message: string) => ({ error: { status, message } });
