import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Clock } from '../clock.ts';
import type { FieldAliases } from '../commerce-client/fields.ts';
import type { Logger } from '../observability/log.ts';
import { createLogThrottle } from '../observability/log-throttle.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan } from '../observability/trace.ts';
import { BodyRefused, createBodyReader, LIMIT } from './body-reader.ts';
import { createEventReader } from './event.ts';
import type { StoreEvent } from './inbox.ts';
import { createSenderLimit } from './sender-limit.ts';
import type { Verify } from './verify.ts';

/** Timeout for a body to arrive, in milliseconds. */
const BODY_TIMEOUT = 10_000;

/** Interval between logs of refused webhooks, in milliseconds. Limited because any client can cause them. */
const LOG_INTERVAL = 60_000;

/** Value of the `Retry-After` header sent with 503, in seconds. */
const RETRY_AFTER = 10;

export interface ListenerOptions {
  readonly store: StoreEvent;
  readonly verify: Verify;
  readonly aliases: FieldAliases;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Timeout for a body to arrive, in milliseconds; 10 s by default. */
  readonly bodyTimeout?: number;
}

/**
 * `POST /webhooks/commerce`: receives signed events. Answers 200 only after the event is committed; a worker acts on it
 * later. Unknown events are stored and counted, and have no effect.
 */
export const listener: FastifyPluginAsyncTypebox<ListenerOptions> = async (app, deps) => {
  // The signature covers the raw bytes, so no other parser may touch this route's body.
  app.removeAllContentTypeParsers();
  const readBody = createBodyReader(deps.bodyTimeout ?? BODY_TIMEOUT);
  app.addContentTypeParser('application/json', ({ ip }: FastifyRequest, stream: IncomingMessage) =>
    readBody(stream, ip),
  );
  const readEvent = createEventReader(deps.aliases, deps.clock);
  const count = (outcome: string) => deps.metrics?.webhooks.inc({ outcome });
  const throttle = createLogThrottle(LOG_INTERVAL);
  const refuse = ({ ip }: FastifyRequest, reply: FastifyReply) => {
    count('unsigned');
    const log = throttle('unsigned');
    if (log)
      deps.log.warn(
        { ip, ...log },
        'refused a webhook whose signature is missing, wrong or too old; if it came from the Commerce Service, compare COMMERCE_WEBHOOK_SECRET with the secret there, and check both clocks',
      );
    return reply.status(401).send(failure(401, 'The signature is missing, wrong or too old.'));
  };
  const senders = createSenderLimit(deps.clock);
  const checks = new WeakMap<FastifyRequest, NonNullable<ReturnType<Verify>>>();
  app.addHook('onRequest', async (request, reply) => {
    const check = deps.verify(request.headers);
    // The body of an unsigned request isn't read: the connection closes with the answer.
    if (!check) return refuse(request, reply.header('connection', 'close'));
    const seconds = senders.secondsLeft(request.ip);
    if (seconds !== undefined) return tooMany(reply, seconds);
    checks.set(request, check);
  });
  app.setErrorHandler((error, { ip }, reply) => {
    // The body may not have been read to its end, and Node would read on to find the next request.
    reply.header('connection', 'close');
    if (!(error instanceof BodyRefused)) throw error;
    const { statusCode, message } = error;
    count(statusCode === 503 ? 'not_stored' : 'unreadable');
    if (statusCode === 503) return unavailable(reply);
    // Reading it has cost as much as a wrong signature.
    senders.record(ip, false);
    return reply.status(statusCode).send(failure(statusCode, message));
  });
  const options = { schema: { body: Type.Any() }, bodyLimit: LIMIT, config: { takesChunks: true } };

  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const { body } = request;
    const answered = deps.metrics?.acknowledgement.startTimer();
    const signed = Buffer.isBuffer(body) ? checks.get(request)?.(body) : undefined;
    senders.record(request.ip, signed !== undefined);
    if (!signed || !Buffer.isBuffer(body)) return refuse(request, reply);
    const event = readEvent(signed, body);
    if (!event) {
      count('unreadable');
      return reply
        .status(400)
        .send(failure(400, 'The body is not an event. Send JSON with a type and data.'));
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
      return unavailable(reply);
    }
  };
  app.post('/webhooks/commerce', options, (request, reply) =>
    inSpan('webhook', { kind: 'asked' }, () => receive(request, reply)),
  );
};

const tooMany = (reply: FastifyReply, seconds: number) =>
  reply
    .status(429)
    .headers({ 'retry-after': seconds, connection: 'close' })
    .send(
      failure(429, `Too many requests had a wrong signature or no complete body. Try again in ${seconds} s.`),
    );

const unavailable = (reply: FastifyReply) =>
  reply
    .status(503)
    .header('retry-after', RETRY_AFTER)
    .send(failure(503, `The event can't be stored right now. Send it again in ${RETRY_AFTER} s.`));

const failure = (status: number, message: string) => ({ error: { status, message } });
