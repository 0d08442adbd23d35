import type { RESTOptions } from '@discordjs/rest';
import { readBytes, readText } from '../network/ask-json.ts';

type Request = RESTOptions['makeRequest'];

/** Largest answer read, in bytes. The largest known one, a thousand members, has about 1 MiB. */
const MAX_ANSWER = 8 * 1024 * 1024;

/**
 * Bounds the size of every answer, also of those that the library reads itself: errors, and the gateway's address.
 * Reading a larger one fails with the Fault `ANSWER_TOO_LARGE`.
 */
export const bounded =
  (request: Request): Request =>
  async (url, init) => {
    const answer = await request(url, init);
    const { body, headers, ok, status, statusText } = answer;
    return {
      body,
      headers,
      ok,
      status,
      statusText,
      get bodyUsed() {
        return answer.bodyUsed;
      },
      json: async () => JSON.parse(await readText(answer, MAX_ANSWER)),
      text: () => readText(answer, MAX_ANSWER),
      arrayBuffer: async () => Uint8Array.from(await readBytes(answer, MAX_ANSWER)).buffer,
    };
  };
