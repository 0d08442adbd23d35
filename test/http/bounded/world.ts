import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Rolekeeper } from '../../../src/rolekeeper.ts';
import { USER_AGENT } from '../../sandbox/sandbox.ts';
import type { Attack } from './attacks.ts';
import type { Route } from './routes.ts';
import { send, type Target } from './send.ts';

const List = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });
const Bought = Type.Object({ membership: Type.Object({ id: Type.String() }) });

/** An id that no object has. */
const NOTHING = '123456789012345678';

/**
 * Creates an object of each kind, so that attacks get past the first checks.
 * @returns builds the target of an attack: with a key, an unused client address and the ids of existing objects
 */
export async function prepare({ config, secrets, sandbox }: Rolekeeper, now: () => Date) {
  const origin = config.localUrl;
  const key = `Bearer ${secrets.commerceApiKey}`;
  const first = async (kind: string): Promise<string> => {
    const response = await fetch(`${origin}/api/v2/${kind}`, { headers: { authorization: key } });
    return Value.Parse(List, await response.json()).data[0]?.id ?? NOTHING;
  };
  const plan = await first('plans');
  const bought = await fetch(`${origin}/checkout/${plan}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', card_number: '4242424242424242' }),
  });
  const { membership } = Value.Parse(Bought, await bought.json());
  const browser = await send({ method: 'GET', url: new URL(`${origin}/memberships`), headers: [] });
  const cookie = [browser.headers['set-cookie'] ?? []].flat().map((one) => one.split(';', 1)[0]);
  const ids = new Map<string, string | undefined>([
    ...([
      ['plan_id', plan],
      ['mimic_plan_id', plan],
      ['plans/:id', plan],
    ] as const),
    ...([
      ['memberships/:id', membership.id],
      ['products/:id', await first('products')],
    ] as const),
    ...([
      ['webhooks/:id', await first('webhooks')],
      ['payments/:id', await first('payments')],
    ] as const),
    ...([
      ['guild_id', sandbox?.guildId],
      ['application_id', sandbox?.applicationId],
    ] as const),
  ]);
  let asked = 0;
  return ({ method, url }: Route, { body }: Attack): Target => {
    asked++;
    // A DELETE gets an unknown id, so that the next attack still finds the object.
    const idOf = (name: string, before: string) =>
      (method === 'DELETE' ? undefined : (ids.get(name) ?? ids.get(`${before}:${name}`))) ?? NOTHING;
    const path = url
      .replace(/(\w+\/):(\w+)/g, (_, before: string, name: string) => `${before}${idOf(name, before)}`)
      .replace('*', 'x');
    const address = [10, asked >> 16, asked >> 8, asked].map((part) => part & 255).join('.');
    return {
      method,
      url: new URL(origin + path),
      headers: [
        ['authorization', url.startsWith('/sandbox/') ? `Bot ${secrets.sandboxToken}` : key],
        ['user-agent', USER_AGENT],
        ['x-forwarded-for', address],
        ['cookie', cookie.join('; ')],
        ...(url.startsWith('/webhooks/')
          ? sign(secrets.commerceWebhookSecrets[0], body?.text ?? '', now())
          : []),
      ],
    };
  };
}

function sign(secret: string, text: string, at: Date): Target['headers'] {
  const id = `msg_${randomUUID()}`;
  return [
    ['webhook-id', id],
    ['webhook-timestamp', String(Math.floor(at.getTime() / 1000))],
    ['webhook-signature', new Webhook(secret).sign(id, at, text)],
  ];
}
