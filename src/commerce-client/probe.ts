import Type from 'typebox';
import Value from 'typebox/value';
import { messageIn, refusal, unreachable, unreadable } from './faults.ts';
import { type FieldAliases, withOurNames } from './fields.ts';
import { type Page, toPage } from './list.ts';

/** Permissions of our API key. */
export interface KeyStanding {
  /** Whether the service accepts the key at all. */
  readonly isKnown: boolean;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  /** The service's own time; null if it sent none. */
  readonly at: Date | null;
}

/** Endpoint to which the service delivers events. */
export interface RegisteredWebhook {
  readonly url: string;
  readonly enabled: boolean;
}

/**
 * Read-only checks of our API key and webhooks at a Commerce Service.
 * @throws ChatFault, such as `COMMERCE_UNAVAILABLE`, `COMMERCE_REFUSED` or `COMMERCE_UNREADABLE`
 */
export interface CommerceProbe {
  readKey(signal: AbortSignal): Promise<KeyStanding>;
  /** The newest fifty, and how many of those are malformed. `unaskable` if the service has no such list. */
  listWebhooks(
    signal: AbortSignal,
  ): Promise<Pick<Page<RegisteredWebhook>, 'items' | 'skipped'> | 'unaskable'>;
}

const WebhookUrl = Type.Object({ url: Type.String(), enabled: Type.Boolean() });

/** Membership that doesn't exist, so that terminating it changes nothing. A key that may write gets "not found". */
const NOBODYS = '/memberships/mem_00000000000000/terminate';

/** Statuses of a path that the service doesn't have. */
const NOT_HERE = [404, 405, 410, 501];

/** Statuses sent before the key's permissions are checked. */
const SAYS_NOTHING = [408, 415, 429];

export function createProbe({
  baseUrl,
  apiKey,
  aliases = new Map(),
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly aliases?: FieldAliases;
}): CommerceProbe {
  const read = (wire: unknown) => {
    const webhook = withOurNames(aliases, wire);
    return Value.Check(WebhookUrl, webhook) ? webhook : undefined;
  };
  const ask = async (method: 'GET' | 'POST', path: string, signal: AbortSignal) => {
    try {
      const response = await fetch(`${baseUrl}/api/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
        },
        redirect: 'manual',
        signal,
      });
      return { status: response.status, date: response.headers.get('date'), text: await response.text() };
    } catch (cause) {
      throw unreachable(cause);
    }
  };
  return {
    async readKey(signal) {
      const reading = await ask('GET', '/plans?per=1', signal);
      const writing = await ask('POST', NOBODYS, signal);
      for (const { status, text } of [reading, writing])
        if (status >= 500 || SAYS_NOTHING.includes(status)) throw refusal(status, messageIn(text, [apiKey]));
      const at = Date.parse(reading.date ?? '');
      return {
        isKnown: reading.status !== 401,
        mayRead: reading.status === 200,
        mayWrite: writing.status !== 401 && writing.status !== 403,
        at: Number.isNaN(at) ? null : new Date(at),
      };
    },
    async listWebhooks(signal) {
      const { status, text } = await ask('GET', '/webhooks?per=50', signal);
      if (NOT_HERE.includes(status)) return 'unaskable';
      if (status !== 200) throw refusal(status, messageIn(text, [apiKey]));
      return toPage(parse(text), read);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}
