import { Fault } from '../errors.ts';

/**
 * Collects the chunks of a body in one buffer, which doubles as needed. Keeping the chunks would cost some 370 bytes for
 * each, and a sender can make each a single byte.
 */
interface GrowingBuffer {
  /** Appends a copy of the chunk. @returns how many bytes of memory that has added */
  add(chunk: Uint8Array): number;
  /** Number of bytes added so far. */
  readonly size: number;
  /** Returns what was added. Later additions may change it. */
  read(): Buffer;
}

/** @param most the largest size, in bytes. The caller checks it: `add` throws beyond it */
export function createGrowingBuffer(most: number): GrowingBuffer {
  let bytes = Buffer.alloc(0);
  let size = 0;
  return {
    add(chunk) {
      const before = bytes.length;
      const needed = size + chunk.length;
      if (needed > most) throw new RangeError(`A body of ${needed} bytes is larger than ${most}.`);
      if (needed > before) {
        const larger = Buffer.allocUnsafe(Math.min(Math.max(needed, 2 * before), most));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(chunk, size);
      size = needed;
      return bytes.length - before;
    },
    get size() {
      return size;
    },
    read: () => bytes.subarray(0, size),
  };
}

export interface Bounds {
  readonly signal?: AbortSignal;
  /** Time for the whole answer, in milliseconds. */
  readonly timeout: number;
  /** Largest answer read, in bytes. */
  readonly most: number;
}

/**
 * Requests JSON from an external server, with limits on time and size. Doesn't follow redirects, since our credentials
 * must not reach their target. `json` is undefined if the answer isn't JSON; the status is valid all the same.
 * @throws the errors of `fetch`, and Fault `ANSWER_TOO_LARGE`
 */
export async function askJson(url: string | URL, init: RequestInit, { signal, timeout, most }: Bounds) {
  const late = AbortSignal.timeout(timeout);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const response = await fetch(url, { redirect: 'manual', ...init, signal: stop });
  return { status: response.status, json: parse(await readText(response, most)) };
}

/** Reads an answer's body up to `most` bytes, as UTF-8. @throws Fault `ANSWER_TOO_LARGE` */
export const readText = async (answer: Answer, most: number): Promise<string> =>
  (await readBytes(answer, most)).toString('utf8');

interface Answer {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Reads an answer's body up to `most` bytes. @throws Fault `ANSWER_TOO_LARGE`, and then ends the connection */
export async function readBytes({ body }: Answer, most: number): Promise<Buffer> {
  const bytes = createGrowingBuffer(most);
  for await (const chunk of body ?? []) {
    if (bytes.size + chunk.byteLength > most)
      throw new Fault('ANSWER_TOO_LARGE', `The answer has more than ${most} bytes.`);
    bytes.add(chunk);
  }
  return bytes.read();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
