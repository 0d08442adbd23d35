import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { type Attack, type Header, TYPES } from './attacks.ts';

/** Keeps connections open, since opening one isn't part of a request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

export interface Target {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Header[];
}

/** Sends an attack to its target. Its headers replace the target's headers of the same name. */
export function send(target: Target, attack: Attack = { name: 'nothing' }): Promise<Answer> {
  const { body, headers = [], query, chunks } = attack;
  if (chunks) return sendChunks(target, chunks);
  const url = new URL(target.url);
  const path = query === undefined ? url.pathname + url.search : `${url.pathname}?${query}`;
  const replaced = new Set(headers.map(([name]) => name));
  const all = [
    ...[['host', url.host] as const],
    ...target.headers.filter(([name]) => !replaced.has(name)),
    ...headers,
    ...(body ? [['content-type', TYPES[body.type]] as const] : []),
    ...(body ? [['content-length', String(Buffer.byteLength(body.text))] as const] : []),
  ];
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      method: target.method,
      host: url.hostname,
      port: url.port,
      path,
      headers: all.flat(),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8'),
          headers: response.headers,
        });
      // An event stream never ends, so the response counts as complete once the stream opens.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy();
        return done();
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', done);
      response.on('error', reject);
      return undefined;
    });
    sent.end(body?.text);
  });
}

/**
 * Sends a body whose chunks are already encoded, in one piece: Node's client would need longer for them than the server.
 * @returns status 0 if the server ended the connection without an answer that could be read
 */
function sendChunks({ method, url, headers }: Target, chunks: Buffer): Promise<Answer> {
  const all = [
    ...(headers.some(([name]) => name === 'content-type') ? [] : [['content-type', TYPES.json]]),
    ...headers,
    ['transfer-encoding', 'chunked'],
  ];
  const fields = [['host', url.host], ...all].map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    let text = '';
    const done = () => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0), text, headers: {} });
    };
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
      // The rest of the body is still under way: its cost belongs to the request.
      if (/^content-type: text\/event-stream/im.test(text)) done();
    });
    // The server has ended the connection while it still receives.
    socket.on('error', done).on('close', done);
    socket.setTimeout(1_000, done);
    socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${fields.join('')}\r\n`);
    socket.write(chunks);
  });
}
