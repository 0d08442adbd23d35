import { errorCodes, type FastifyInstance } from 'fastify';
import { checkJsonSize } from '../../network/json-size.ts';
import { Refusal } from './refusal.ts';

/** Reads JSON bodies. An empty body of any content type counts as absent; the error in an invalid one is explained. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addHook('onRequest', async ({ headers }) => {
    // Many clients send a content type without a body, and some send an arbitrary one.
    const { 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
    if (encoding === undefined && length === '0') delete headers['content-type'];
  });
  // A chunked body turns out to be empty only once it has been read.
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
