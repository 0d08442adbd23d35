import { expect } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import type { useCommerce } from '../support.ts';

/** Buys a membership of a new plan, which endpoints are told. @returns a function whose result is the membership */
export const buyerAt = (commerce: ReturnType<typeof useCommerce>) => async () => {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', {})).body;
  return (await buy(id, { email: 'ann@example.com' })).body.membership;
};

/** Waits until a receiver has this many deliveries. */
export const received = (receiver: { readonly received: readonly unknown[] }, count: number) =>
  waitFor(() => expect(receiver.received).toHaveLength(count));
