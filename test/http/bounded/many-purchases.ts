import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Rolekeeper } from '../../../src/rolekeeper.ts';
import { hiddenFields, type Seen, visitorOf } from '../../linking/visitor.ts';
import { newLink } from '../../support/mailbox.ts';
import { cpuOf, type Measured, untilIdle } from './measure.ts';

const MANY = 140;

/** More than one proof of an address moves. */
const IN_NAME = 60;
const CONNECT = 'oauth/chat/connect';

const Plans = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), initial_price: Type.Number() })),
});
const Member = Type.Object({ id: Type.String() });

/**
 * People with many purchases, and the requests that change all of these. Before each measurement everything that leads
 * to its request is done.
 * @param wait lets time pass, since there are limits by the hour
 */
export async function manyPurchases({ config, secrets }: Rolekeeper, wait: () => void) {
  const url = config.localUrl;
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const headers = { authorization: `Bearer ${secrets.commerceApiKey}` };
  const plans = Value.Parse(Plans, await (await fetch(`${url}/api/v2/plans`, { headers })).json());
  const free = plans.data.find(({ initial_price }) => initial_price === 0)?.id;
  const newMember = async (name: string) =>
    Value.Parse(Member, await (await post('/sandbox/members', { name })).json()).id;
  const cookiesOf = ({ cookies }: Visitor) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  /** @param cookie of the browser; each time another one if it is left out */
  const buy = async (email: string, count: number, cookie?: string): Promise<void> => {
    for (let n = 0; n < count; n++) {
      const { status } = await post(`/checkout/${free}`, { email }, cookie);
      if (status !== 201) throw new Error(`A purchase was answered with ${status}.`);
    }
  };
  const signIn = async (email: string): Promise<Visitor> => {
    const visitor = visitorOf({ url });
    const { form, action } = await toFollow(visitor, email);
    await visitor.request(action, form);
    return visitor;
  };
  /** Up to the button of the mailed link. */
  const toFollow = async (visitor: Visitor, email: string) => {
    const mailed = await newLink(url, email);
    await visitor.press(await visitor.visit('/memberships?sign_in'), 'oauth/sign-in', { email });
    const page = await visitor.visit(await mailed());
    const action = 'sign-in/follow';
    return { form: hiddenFields(page.html, action), action: new URL(action, page.url).href };
  };
  const accounts = [await newMember('First'), await newMember('Second')];
  const person = await signIn('many@example.com');
  await buy('many@example.com', MANY, cookiesOf(person));
  let turn = 0;
  return {
    /** Connects another chat account than the last time. */
    async callback(): Promise<Measured<Seen>> {
      wait();
      const page = await person.visit('/memberships');
      const form = hiddenFields(page.html, CONNECT);
      const sent = await person.request(new URL(CONNECT, page.url).href, form);
      const account = accounts[turn++ % 2] ?? '';
      const agreed = await person.request(sent.location ?? '', { user_id: account, choice: 'authorize' });
      await untilIdle();
      return cpuOf(() => person.request(agreed.location ?? ''));
    },
    /** Follows a mailed link, for the first time for an address with many purchases of others. */
    async follow(): Promise<Measured<Seen>> {
      wait();
      const email = `${randomBytes(4).toString('hex')}@example.com`;
      await buy(email, IN_NAME);
      const visitor = visitorOf({ url });
      const { form, action } = await toFollow(visitor, email);
      await untilIdle();
      return cpuOf(() => visitor.request(action, form));
    },
  };
}

type Visitor = ReturnType<typeof visitorOf>;
