import { expect } from 'vitest';
import { openBrowser } from './oauth/browser.ts';
import type { useCommerce } from './support.ts';

export const ANN = 'ann@example.com';
export const CARD = '4242 4242 4242 4242';

const RENEWAL = { plan_type: 'renewal', initial_price: 9, renewal_price: 9 };

export type Browser = ReturnType<typeof openBrowser>;
type Bought = { id: string; user: string; license_key: string; checkout_session: string };

/** A shop on a Commerce Service with a mailbox, and what its buyers do in their browsers. */
export function shopOf(commerce: ReturnType<typeof useCommerce>) {
  const open = () => openBrowser(commerce().app);
  const show = async (id: string) => (await commerce().get(`/memberships/${id}`)).body;

  return {
    open,
    show,

    /** A plan that costs something, and one that doesn't. */
    async openShop() {
      const { post } = commerce();
      const product = (await post('/products', { name: 'Club' })).body.id;
      const create = async (plan: object): Promise<string> =>
        (await post('/plans', { ...plan, product_id: product })).body.id;
      return { product, paid: await create(RENEWAL), free: await create({}) };
    },

    /** Buys on the page, in this browser, and says what the API then shows. */
    async buyIn(
      browser: Browser,
      plan: string,
      email = ANN,
      order: Record<string, string> = {},
    ): Promise<Bought> {
      const page = await browser.visit(`/checkout/${plan}`);
      const done = await browser.submit(page.html, plan, { email, card_number: CARD, ...order });
      expect(done.status).toBe(200);
      return show(/<code>(mem_\w+)<\/code>/.exec(done.html)?.[1] ?? '');
    },

    /** Somebody who has shown that they read an address. */
    async signInAs(email: string, browser = open()) {
      const page = await browser.signInAt('/memberships?sign_in', 'oauth/sign-in', email);
      return { browser, page };
    },

    /** Everything at which a browser can try to change a membership. */
    async tryToChange(browser: Browser, id: string) {
      const page = await browser.visit(`/memberships/${id}`);
      const proof = /name="proof" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
      const actions = ['cancel', 'resume', 'pay', 'refill', 'replace-key'];
      return Promise.all(
        actions.map(
          async (action) => (await browser.visit(`/memberships/${id}/${action}`, { proof })).status,
        ),
      );
    },
  };
}
