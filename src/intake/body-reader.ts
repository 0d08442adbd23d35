import type { Readable } from 'node:stream';
import { createGrowingBuffer } from '../network/bounded-body.ts';
import { networkOf } from '../network/hosts.ts';
import { createSharedAdmission, type Limits } from './admission.ts';

/** The largest accepted body, in bytes. */
export const LIMIT = 1024 * 1024;

/** Limits on the bodies being read and their bytes: in total, and per network (an IPv4 address, an IPv6 /64). */
const TOTAL: Limits = { items: 8_192, weight: 64 * 1024 * 1024 };
const PER_NETWORK: Limits = { items: 4_096, weight: 32 * 1024 * 1024 };

/**
 * Most chunks of a body. Each costs CPU, however small it is. The largest body arrives in 1,957 TCP segments of 536
 * bytes, the smallest size that senders may have to use (RFC 9293 §3.7.1), and proxies that send `Transfer-Encoding:
 * chunked` fill buffers of 4 KiB or more: 256 chunks, each of which a segment may cut in two.
 */
const MAX_CHUNKS = 4_096;

const REFUSALS = {
  ended: [400, 'The body ended early.'],
  crumbled: [400, `The body arrives in more than ${MAX_CHUNKS} pieces.`],
  late: [408, 'The body took too long.'],
  large: [413, `The body is larger than ${LIMIT} bytes.`],
  busy: [503, 'Too many bodies are being received at once.'],
} as const;

/** Thrown when a body isn't read to its end. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
  readonly statusCode: (typeof REFUSALS)[keyof typeof REFUSALS][0];

  constructor(why: keyof typeof REFUSALS) {
    const [statusCode, message] = REFUSALS[why];
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Creates a reader for bodies of unauthenticated senders. It counts the memory that has been filled, not the length
 * announced, and caps each network, so that a slow or silent sender can't lock others out.
 * @param timeout for one body, in milliseconds
 * @returns a function that reads a body from an address. Throws BodyRefused, and then leaves the stream open for the
 * response.
 */
export function createBodyReader(
  timeout: number,
  total: Limits = TOTAL,
  perNetwork: Limits = PER_NETWORK,
): (stream: Readable, address: string) => Promise<Buffer> {
  const admit = createSharedAdmission(total, perNetwork);
  return async (stream, address) => {
    const ticket = admit(networkOf(address));
    if (!ticket) throw new BodyRefused('busy');
    const body = Promise.withResolvers<Buffer>();
    const bytes = createGrowingBuffer(LIMIT);
    let chunks = 0;
    const listeners = {
      data(chunk: Buffer) {
        chunks += 1;
        if (chunks > MAX_CHUNKS) refuse('crumbled');
        else if (bytes.size + chunk.length > LIMIT) refuse('large');
        else if (!ticket.grow(bytes.add(chunk))) refuse('busy');
      },
      end: () => body.resolve(bytes.read()),
      error: () => refuse('ended'),
      close: () => refuse('ended'),
    };
    const listen = (how: 'on' | 'off') => {
      for (const [event, listener] of Object.entries(listeners)) stream[how](event, listener);
    };
    const refuse = (why: keyof typeof REFUSALS) => {
      // At once: the parser passes on all chunks that it already has, before anyone can end the connection.
      listen('off');
      body.reject(new BodyRefused(why));
    };
    const timer = setTimeout(refuse, timeout, 'late');
    // Listeners, because an async iterator over the stream costs more than everything else here.
    listen('on');
    // The connection may have closed before the listeners were attached.
    if (stream.destroyed) refuse('ended');
    try {
      return await body.promise;
    } finally {
      clearTimeout(timer);
      listen('off');
      stream.pause();
      ticket.release();
    }
  };
}
