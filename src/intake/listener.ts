import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Clock } from '../clock.ts';
import type { FieldAliases } from '../commerce-client/aliases.ts';
import type { Logger } from '../log.ts';
import type { ReceivedEvent, StoreEvent } from './inbox.ts';
import { normalise } from './normalise.ts';
import { readBody } from './read-body.ts';
import type { Signed, Verify } from './verify.ts';

/** The largest body that is read, in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** When a sender whose event can't be stored should try again, in seconds. */
const RETRY_AFTER = 10;

export interface ListenerOptions {
  readonly store: StoreEvent;
  readonly verify: Verify;
  readonly aliases: FieldAliases;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * `POST /webhooks/commerce`: takes signed events. 200 means stored, and is said only after the commit; what
 * the event causes is done later, by a worker. An event that we know nothing about is stored, and so counted,
 * and causes nothing.
 */
export const listener: FastifyPluginAsyncTypebox<ListenerOptions> = async (app, deps) => {
  // The signature is over the bytes as sent: no other parser may touch this route's body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const options = { bodyLimit: BODY_LIMIT, schema: { body: Type.Any() } };

  app.post('/webhooks/commerce', options, async ({ headers, body }, reply) => {
    const signed = Buffer.isBuffer(body) ? deps.verify(body, headers) : undefined;
    if (!signed || !Buffer.isBuffer(body))
      return reply.status(401).send(failure(401, 'The signature is missing, wrong or too old.'));
    const event = readEvent(deps, signed, body);
    if (!event)
      return reply.status(400).send(failure(400, 'The body is not an event: JSON with a type and data.'));
    const { id, name, membershipId } = event;
    try {
      const outcome = await deps.store(event, body.length);
      deps.log.info({ event: id, name, membership: membershipId, outcome }, 'webhook received');
      return await reply.status(200).send({ received: true });
    } catch (error) {
      deps.log.error({ err: error, event: id, name }, 'a webhook could not be stored');
      return reply
        .status(503)
        .header('retry-after', RETRY_AFTER)
        .send(failure(503, `The event can't be stored now. Send it again in ${RETRY_AFTER} s.`));
    }
  });
};

function readEvent(
  { aliases, clock }: ListenerOptions,
  signed: Signed,
  body: Buffer,
): ReceivedEvent | undefined {
  const payload = readBody(body);
  const event = normalise(payload, aliases);
  if (!payload || !event) return undefined;
  const { messageId, facts: _, ...rest } = event;
  return { ...rest, id: signed.id ?? messageId ?? signed.fingerprint, payload, receivedAt: clock.now() };
}

const failure = (status: number, message: string) => ({ error: { status, message } });
