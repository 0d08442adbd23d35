import fastify from 'fastify';
import Type from 'typebox';
import { systemClock } from '../../src/clock.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { answer } from '../helper.ts';

// The minimum cost of an acknowledgement: a handler that verifies the same signature and stores nothing.
answer(Type.Object({ port: Type.Integer(), secret: Type.String() }), async ({ port, secret }) => {
  const verify = createVerify({ secrets: [secret], clock: systemClock });
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/webhooks/commerce', async ({ headers, body }, reply) => {
    const isSigned = Buffer.isBuffer(body) && verify(headers)?.(body) !== undefined;
    return reply.status(isSigned ? 200 : 401).send({ received: isSigned });
  });
  await app.listen({ host: '127.0.0.1', port });
  return {};
});
