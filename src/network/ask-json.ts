import { Fault } from '../errors.ts';
import { createGrowingBuffer } from './growing-buffer.ts';

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
