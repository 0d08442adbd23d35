import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { hiddenFields, type Seen, visitorOf } from '../../linking/visitor.ts';
import type { useWorld } from '../../linking/world.ts';

/** The title of a page that takes an answer for none. */
export const OVER = 'This sign-in is no longer valid';

/** The action of the button that connects a chat account with what was bought. */
export const CONNECT = '../oauth/chat/connect';

export type Visitor = ReturnType<typeof visitorOf>;

/** The parameter of an address. */
export const queryOf = (url: string, name: string) => new URL(url).searchParams.get(name) ?? '';

/** What people do in their browsers to sign in with a chat account, in the world of a test file. */
export function signInsOf(world: ReturnType<typeof useWorld>) {
  /** Buys on the page. @returns the page after that, and the membership's id */
  async function buy(visitor: Visitor, email: string) {
    const { planId } = world();
    const page = await visitor.visit(`/checkout/${planId}`);
    const bought = await visitor.press(page, planId, { email, card_number: '4242 4242 4242 4242' });
    return { page: bought, id: /<code>(mem_\w+)<\/code>/.exec(bought.html)?.[1] ?? '' };
  }

  /** Presses a page's button that leads to the sandbox. @returns where the browser is sent */
  async function away(visitor: Visitor, page: Seen, action: string): Promise<string> {
    const form = hiddenFields(page.html, action);
    return (await visitor.request(new URL(action, page.url).href, form)).location ?? '';
  }

  /** From the page's button to the address at which the sandbox sends the browser back. */
  async function backFrom(
    visitor: Visitor,
    page: Seen,
    action: string,
    userId: string,
    choice = 'authorize',
  ) {
    const asked = await away(visitor, page, action);
    return (await visitor.request(asked, { user_id: userId, choice })).location ?? '';
  }

  /** From the sign-in page to the address at which the sandbox sends the browser back. */
  const toSignIn = async (visitor: Visitor, userId: string, choice?: string) =>
    backFrom(visitor, await visitor.visit('/memberships?sign_in'), 'oauth/chat', userId, choice);

  /** Somebody whose purchase is connected with their chat account. */
  async function owner(userId: string, email = `${randomBytes(4).toString('hex')}@example.com`) {
    const visitor = visitorOf(world());
    const { page, id } = await buy(visitor, email);
    const seen = await visitor.visit(await backFrom(visitor, page, CONNECT, userId));
    expect(seen.html).toContain('Connected:');
    return { visitor, id, email };
  }

  const membership = (id: string) =>
    world().container.database.prisma.membership.findUniqueOrThrow({ where: { id } });

  const isSignedIn = async (visitor: Visitor) =>
    (await visitor.visit('/memberships')).html.includes('Signed in as');

  return { buy, away, backFrom, toSignIn, owner, membership, isSignedIn };
}
