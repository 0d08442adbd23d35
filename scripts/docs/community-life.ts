import { setTimeout as wait } from 'node:timers/promises';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import type { Actor, Asked } from '../../src/sandbox/interactions/actor.ts';

const Plans = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });
const Bought = Type.Object({ membership: Type.Object({ id: Type.String() }) });

const DAY = 86_400_000;

/** The message flag set while the bot is thinking. */
const LOADING = 1 << 7;

/** Timeout for the bot's reply and polling interval, in milliseconds. */
const PATIENCE = 120_000;
const LOOK_EVERY = 50;

/** Creates an adjustable clock. @param ahead initial offset from now, in milliseconds */
export function movableClock(ahead: number) {
  let offset = ahead;
  return {
    now: () => new Date(Date.now() + offset),
    /** Sets the clock to `daysAgo` days before now. */
    passTo(daysAgo: number) {
      offset = -daysAgo * DAY;
    },
  };
}

/** Creates a client for the shop that buys over HTTP, like any buyer. */
export function createShop({ config: { localUrl }, secrets }: Pick<Rolekeeper, 'config' | 'secrets'>) {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${localUrl}${path}`, {
      headers: {
        authorization: `Bearer ${secrets.commerceApiKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    /** Lists the ids of the plans, newest first. */
    plans: async () => Value.Parse(Plans, await ask('/api/v2/plans')).data.map(({ id }) => id),
    /** Creates a renewal plan. */
    create: (name: string, price: number) =>
      ask('/api/v2/plans', {
        plan_type: 'renewal',
        renewal_price: price,
        billing_period: 30,
        internal_notes: name,
      }),
    /** Buys a plan. @returns the membership's id */
    async buy(planId: string, email: string, chatUserId?: string): Promise<string> {
      const bought = await ask(`/checkout/${planId}`, {
        email,
        card_number: '4242424242424242',
        ...(chatUserId !== undefined && { community_chat_id: chatUserId }),
      });
      return Value.Parse(Bought, bought).membership.id;
    },
    terminate: (id: string) => ask(`/api/v2/memberships/${id}/terminate`, {}),
  };
}

/** Waits until the condition holds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < PATIENCE; waited += LOOK_EVERY) {
    if (await isSo()) return;
    await wait(LOOK_EVERY);
  }
  throw new Error(`Timed out waiting until ${what}.`);
}

/** Waits for the bot's complete reply. @returns the reply's message id */
export async function answerTo(asked: Asked): Promise<string> {
  await asked.answer;
  const said = () => asked.message();
  await until('the bot has answered', () => {
    const message = said();
    return message !== undefined && (message.flags & LOADING) === 0;
  });
  return said()?.id ?? '';
}

/** Presses a message's button by its label. */
export function press(actor: Actor, messageId: string, label: string): Asked {
  const message = actor.messages().find(({ id }) => id === messageId);
  const id = new RegExp(`"label":"${label}"[^}]*"custom_id":"([^"]+)"`).exec(JSON.stringify(message))?.[1];
  if (id === undefined) throw new Error(`No button is called ${label}.`);
  return actor.press(messageId, id);
}
