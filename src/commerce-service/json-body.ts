import { errorCodes, type FastifyInstance } from 'fastify';
import { checkJsonSize } from '../json-size.ts';
import { Refusal } from './refusal.ts';

/** Reads JSON bodies on this application: an empty one, of whichever type, is none, and what is wrong with another is told. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addHook('onRequest', async ({ headers }) => {
    // Many clients name the type of a body also where they send none, and some name any.
    const { 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
    if (encoding === undefined && length === '0') delete headers['content-type'];
  });
  // What comes in chunks shows only at its end whether it is empty.
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']));
  });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    checkJsonSize(body);
    void parse(request, body, (error, value) => done(error && inWords(error, body), value));
  });
}

/** A body that is JSON after all holds a name that JavaScript gives a meaning of its own. */
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
