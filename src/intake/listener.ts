import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { Logger } from '../log.ts';
import { type LookAgain, type ReceivedEvent, storeEvent } from './inbox.ts';
import { normalise } from './normalise.ts';
import type { Verify } from './verify.ts';

const Headers = Type.Object({
  'webhook-id': Type.String({ minLength: 1, maxLength: 256 }),
  'webhook-timestamp': Type.String({ maxLength: 32 }),
  'webhook-signature': Type.String({ maxLength: 2048 }),
});

export interface ListenerOptions {
  readonly prisma: PrismaClient;
  readonly lookAgain: LookAgain;
  readonly verify: Verify;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * `POST /webhooks/commerce`: takes signed events. 200 means stored, and is said only after the commit; what
 * the event causes is done later, by a worker.
 */
export const listener: FastifyPluginAsyncTypebox<ListenerOptions> = async (app, deps) => {
  // The signature is over the bytes as sent: no other parser may touch this route's body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/webhooks/commerce', { schema: { body: Type.Any() } }, async (request, reply) => {
    const { headers, body } = request;
    if (!Buffer.isBuffer(body) || !isSigned(headers) || !deps.verify(body, headers)) {
      return reply.status(401).send(failure(401, 'The signature is missing, wrong or too old.'));
    }
    const event = readEvent(headers['webhook-id'], body, deps.clock);
    if (!event)
      return reply.status(400).send(failure(400, 'The body is not an event: JSON with a type and data.'));
    const outcome = await storeEvent(deps, event);
    deps.log.info(
      { event: event.id, name: event.name, membership: event.membershipId, outcome },
      'webhook received',
    );
    return reply.status(200).send({ received: true });
  });
};

function readEvent(id: string, body: Buffer, clock: Clock): ReceivedEvent | undefined {
  try {
    const payload = JSON.parse(body.toString('utf8'));
    const event = normalise(payload);
    return event && { ...event, id, payload, receivedAt: clock.now() };
  } catch {
    return undefined;
  }
}

const isSigned = (headers: object): headers is Static<typeof Headers> => Value.Check(Headers, headers);

const failure = (status: number, message: string) => ({ error: { status, message } });
