import type { Readable } from 'node:stream';
import { createSharedRoom, type Limits } from './room.ts';

/** The largest body that is read, in bytes. */
export const LIMIT = 1024 * 1024;

/** So many bodies, and bytes of them, are being read at a time: of all senders, and of one address. */
const ROOM: Limits = { items: 8_192, weight: 64 * 1024 * 1024 };
const PART: Limits = { items: 4_096, weight: 32 * 1024 * 1024 };

const MESSAGES = {
  400: 'The body broke off.',
  408: 'The body took too long.',
  413: `The body is larger than ${LIMIT} bytes.`,
  503: 'More is being sent than there is room for.',
};

/** The body isn't read to its end. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
  /** Of the answer. */
  readonly statusCode: keyof typeof MESSAGES;

  constructor(statusCode: keyof typeof MESSAGES) {
    super(MESSAGES[statusCode]);
    this.statusCode = statusCode;
  }
}

/**
 * Makes what reads bodies whose senders nobody has vouched for yet. What counts is what has arrived, not what was
 * announced, and no address gets all of the room: somebody who sends slowly, or not at all, keeps nobody else out.
 * @param patience how long a body may take, in milliseconds
 * @param whole how many bodies, and bytes of them, are being read at a time; of one address: `part`
 * @returns reads a body from an address; it throws BodyRefused, and the stream is left for the answer
 */
export function createTakeBody(
  patience: number,
  whole: Limits = ROOM,
  part: Limits = PART,
): (stream: Readable, address: string) => Promise<Buffer> {
  const enter = createSharedRoom(whole, part);
  return async (stream, address) => {
    const place = enter(address);
    if (!place) throw new BodyRefused(503);
    const body = Promise.withResolvers<Buffer>();
    const refuse = (statusCode: BodyRefused['statusCode']) => body.reject(new BodyRefused(statusCode));
    const timer = setTimeout(refuse, patience, 408);
    const chunks: Buffer[] = [];
    let size = 0;
    const listeners = {
      data(chunk: Buffer) {
        size += chunk.length;
        if (size > LIMIT) refuse(413);
        else if (!place.grow(chunk.length)) refuse(503);
        else chunks.push(chunk);
      },
      end: () => body.resolve(Buffer.concat(chunks)),
      error: () => refuse(400),
      close: () => refuse(400),
    };
    // By events: an iterator over the stream would cost more than all else here.
    for (const [event, listen] of Object.entries(listeners)) stream.on(event, listen);
    // It may have broken off before anybody listened.
    if (stream.destroyed) refuse(400);
    try {
      return await body.promise;
    } finally {
      clearTimeout(timer);
      for (const [event, listen] of Object.entries(listeners)) stream.off(event, listen);
      stream.pause();
      place.leave();
    }
  };
}
