import type { Readable } from 'node:stream';
import { createSharedAdmission, type Limits } from './admission.ts';

/** The largest accepted body, in bytes. */
export const LIMIT = 1024 * 1024;

/** Limits on the bodies being read and their bytes: in total, and per address. */
const TOTAL: Limits = { items: 8_192, weight: 64 * 1024 * 1024 };
const PER_ADDRESS: Limits = { items: 4_096, weight: 32 * 1024 * 1024 };

const MESSAGES = {
  400: 'The body ended early.',
  408: 'The body took too long.',
  413: `The body is larger than ${LIMIT} bytes.`,
  503: 'Too many bodies are being received at once.',
};

/** Thrown when a body isn't read to its end. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
  readonly statusCode: keyof typeof MESSAGES;

  constructor(statusCode: keyof typeof MESSAGES) {
    super(MESSAGES[statusCode]);
    this.statusCode = statusCode;
  }
}

/**
 * Creates a reader for bodies of unauthenticated senders. It counts the bytes that have arrived, not those announced,
 * and caps each address, so that a slow or silent sender can't lock others out.
 * @param timeout for one body, in milliseconds
 * @returns a function that reads a body from an address. Throws BodyRefused, and then leaves the stream open for the
 * response.
 */
export function createBodyReader(
  timeout: number,
  total: Limits = TOTAL,
  perAddress: Limits = PER_ADDRESS,
): (stream: Readable, address: string) => Promise<Buffer> {
  const admit = createSharedAdmission(total, perAddress);
  return async (stream, address) => {
    const ticket = admit(address);
    if (!ticket) throw new BodyRefused(503);
    const body = Promise.withResolvers<Buffer>();
    const refuse = (statusCode: BodyRefused['statusCode']) => body.reject(new BodyRefused(statusCode));
    const timer = setTimeout(refuse, timeout, 408);
    const chunks: Buffer[] = [];
    let size = 0;
    const listeners = {
      data(chunk: Buffer) {
        size += chunk.length;
        if (size > LIMIT) refuse(413);
        else if (!ticket.grow(chunk.length)) refuse(503);
        else chunks.push(chunk);
      },
      end: () => body.resolve(Buffer.concat(chunks)),
      error: () => refuse(400),
      close: () => refuse(400),
    };
    // Listeners, because an async iterator over the stream costs more than everything else here.
    for (const [event, listen] of Object.entries(listeners)) stream.on(event, listen);
    // The connection may have closed before the listeners were attached.
    if (stream.destroyed) refuse(400);
    try {
      return await body.promise;
    } finally {
      clearTimeout(timer);
      for (const [event, listen] of Object.entries(listeners)) stream.off(event, listen);
      stream.pause();
      ticket.release();
    }
  };
}
