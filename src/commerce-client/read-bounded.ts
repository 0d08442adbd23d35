import { unreadable } from './faults.ts';

/** The largest answer that is read, in bytes. */
const MAX_ANSWER = 8 * 1024 * 1024;

/** Reads an answer, and no more of it than anybody has to send. @throws Fault `COMMERCE_UNREADABLE` */
export async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER) throw unreadable(new Error(`more than ${MAX_ANSWER} bytes`));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
