import { expect } from 'vitest';
import type { App } from '../../../src/http/app.ts';
import { openBrowser } from '../oauth/browser.ts';
import type { Account, Provider } from './provider.ts';

const CARD = '4242 4242 4242 4242';

/** Somebody who buys, and goes to the provider and back. */
export function buyerOf(app: App, provider: Provider) {
  const browser = openBrowser(app);
  type Page = Awaited<ReturnType<typeof browser.visit>>;
  /** Presses the page's button that leads to the provider. @returns where the browser is sent */
  const toProvider = async (page: Page, action: string): Promise<string> => {
    const sent = await browser.submit(page.html, action);
    return /^0;url=(.+)/.exec(String(sent.headers['refresh'] ?? ''))?.[1] ?? '';
  };
  const follow = async (page: Page): Promise<Page> =>
    page.location === undefined ? page : follow(await browser.visit(page.location));
  return {
    ...browser,
    toProvider,
    follow,
    /** @returns the page after buying, and the membership's id */
    async buy(plan: string, email: string, order: Record<string, string> = {}) {
      const page = await browser.visit(`/checkout/${plan}`);
      const done = await browser.submit(page.html, plan, { email, card_number: CARD, ...order });
      expect(done.status).toBe(200);
      return { page: done, id: /<code>(mem_\w+)<\/code>/.exec(done.html)?.[1] ?? '' };
    },
    /** From a page with the button that connects to where that leads. */
    async connect(page: Page, account: Account, action = '../oauth/chat/connect') {
      return follow(await browser.visit(provider.agree(await toProvider(page, action), account)));
    },
    /** From the page that asks who one is to where signing in with the account leads. */
    async signInWithChat(account: Account) {
      const page = await browser.visit('/memberships?sign_in');
      return follow(await browser.visit(provider.agree(await toProvider(page, 'oauth/chat'), account)));
    },
  };
}

export const titleOf = ({ html }: { readonly html: string }): string | undefined =>
  /<h1>(.*?)<\/h1>/.exec(html)?.[1];
