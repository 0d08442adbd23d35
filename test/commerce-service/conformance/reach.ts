import { cookieOf } from '../support.ts';

/** What comes over HTTP is looked at field by field. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The service as its clients reach it: over a socket. */
export function reach(address: string, apiKey: string) {
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    isKnown = false,
    cookie = '',
  ) => {
    const response = await fetch(`${address}${url}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(cookie && { cookie }),
        ...(isKnown && { authorization: `Bearer ${apiKey}` }),
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    const body: Json = await response.json();
    return { status: response.status, body };
  };
  const get = (path: string): Promise<Answer> => send('GET', `/api/v2${path}`, undefined, true);
  return {
    get,
    post: (path: string, payload?: object): Promise<Answer> => send('POST', `/api/v2${path}`, payload, true),
    /** Without a key. */
    postUnknown: (path: string, payload: object = {}): Promise<Answer> => send('POST', path, payload),
    buy: (plan: string, payload: object): Promise<Answer> =>
      send('POST', `/checkout/${plan}`, payload, false, cookieOf(payload)),
    /** All that a list has, page by page. */
    async all(list: string): Promise<Json[]> {
      const found: Json[] = [];
      for (let page = 1; ; page++) {
        const { data, pagination } = (
          await get(`${list}${list.includes('?') ? '&' : '?'}per=50&page=${page}`)
        ).body;
        found.push(...data);
        if (page >= pagination.total_page) return found;
      }
    },
  };
}
