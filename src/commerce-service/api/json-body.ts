import type { FastifyInstance } from 'fastify';
import { checkJsonSize } from '../../network/json-size.ts';
import { Refusal } from './refusal.ts';

/** Reads JSON bodies. An empty body of any content type counts as absent; the error in an invalid one is explained. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addHook('onRequest', async ({ headers }) => {
    // Many clients send a content type without a body, and some send an arbitrary one.
    if ((headers['content-length'] ?? '0') === '0') delete headers['content-type'];
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    checkJsonSize(body);
    void parse(request, body, (error, value) => done(error && inWords(error, body), value));
  });
}

/** Explains why a body that is valid JSON was refused: a name in it has a special meaning in JavaScript. */
function inWords(error: Error, body: string): Error {
  try {
    JSON.parse(body);
  } catch {
    return error;
  }
  return new Refusal(
    'invalid',
    'No field can have the name "__proto__", or "constructor" with a "prototype".',
  );
}
