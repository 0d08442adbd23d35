import { useCommerce } from '../support.ts';
import { buyerOf } from './buyer.ts';
import { type Account, useProvider } from './provider.ts';

export const ANN = 'ann@example.com';
export const BOB = 'bob@example.com';
export const X = { id: '440832553390155656', name: 'ann.chats', picture: 'a_0123' };
export const Y = { id: '550832553390155656', name: 'second.ann' };
export const NOTHING = 'No purchases are connected to this account';

/** Sets up the service, the provider of the chat accounts, and what buyers do with both. */
export function useShop() {
  const provider = useProvider();
  const commerce = useCommerce({ mailbox: true, service: { chat: provider.config } });
  const open = () => buyerOf(commerce().app, provider);
  return {
    provider,
    commerce,
    /** Opens a browser. */
    open,
    show: async (id: string) => (await commerce().get(`/memberships/${id}`)).body,
    newPlan: async (plan: object = {}): Promise<string> =>
      (await commerce().post('/plans', { plan_type: 'renewal', initial_price: 9, renewal_price: 9, ...plan }))
        .body.id,
    /** Returns the events about connected accounts. */
    told: () =>
      commerce().prisma.event.findMany({
        where: { name: 'membership_metadata_updated' },
        orderBy: { sequence: 'asc' },
      }),
    /** Somebody who has bought, and connected a chat account on the page after that. */
    async connected(plan: string, email: string, account: Account = X) {
      const buyer = open();
      const { page, id } = await buyer.buy(plan, email);
      return { buyer, id, page: await buyer.connect(page, account) };
    },
    /** Somebody who has shown that they read an address. */
    async mailed(email: string) {
      const buyer = open();
      const page = await buyer.signInAt('/memberships?sign_in', 'oauth/sign-in', email);
      return { buyer, page };
    },
  };
}
