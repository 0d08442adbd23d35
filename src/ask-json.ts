import { Fault } from './errors.ts';

/** How an answer is bounded. */
export interface Bounds {
  /** Ends the wait from outside. */
  readonly signal?: AbortSignal;
  /** How long the answer may take, all of it, in milliseconds. */
  readonly timeout: number;
  /** The largest answer that is read, in bytes. */
  readonly most: number;
}

/**
 * Asks somebody else's server for JSON, within bounds of time and size. Redirects aren't followed: our credentials are
 * not to go where they lead. What is not JSON is undefined; what the status says counts all the same.
 * @throws what `fetch` throws, and Fault `ANSWER_TOO_LARGE`
 */
export async function askJson(url: string | URL, init: RequestInit, { signal, timeout, most }: Bounds) {
  const late = AbortSignal.timeout(timeout);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const response = await fetch(url, { redirect: 'manual', ...init, signal: stop });
  return { status: response.status, json: parse(await readText(response, most)) };
}

/** Reads an answer, and no more of it than anybody has to send. @throws Fault `ANSWER_TOO_LARGE` */
export async function readText({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new Fault('ANSWER_TOO_LARGE', `The answer has more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
