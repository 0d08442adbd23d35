import type { Context } from '../../src/discord/commands/context.ts';
import type { Markdown } from '../../src/words/markdown.ts';

export type Membership = Awaited<ReturnType<Context['features']['memberships']['find']>>[number];
export type Ending = Awaited<ReturnType<Context['features']['access']['previewEnding']>>;

/** What a membership is called: its plan, and how it stands. */
export const headOf = (
  { words }: Context,
  { id, planName, productName, planId, status }: Membership,
): Markdown =>
  words.memberships.head(planName ?? productName ?? planId, id, words.memberships.status(status));

/** All that is known of a membership, without what is nobody's business: a line each. */
export function factsOf({ words: { memberships: words } }: Context, membership: Membership, ending: Ending) {
  const { facts } = words;
  const { valid, email, username, licenseKey, paymentProcessor, promoCode, quantity } = membership;
  const { createdAt, periodEndsAt, expiresAt, cancelAtPeriodEnd } = membership;
  const { connected, linked } = ending;
  return [
    valid ? facts.givesAccess : facts.givesNone,
    ...(email === null ? [] : [facts.buyer(email, username)]),
    ...(licenseKey === null ? [] : [facts.key(licenseKey)]),
    ...(createdAt === null ? [] : [facts.since(createdAt)]),
    ...(valid && periodEndsAt
      ? [cancelAtPeriodEnd ? facts.endsWith(periodEndsAt) : facts.period(periodEndsAt)]
      : []),
    ...(expiresAt ? [facts.expires(expiresAt)] : []),
    ...(paymentProcessor === null ? [] : [facts.processor(paymentProcessor)]),
    ...(promoCode === null ? [] : [facts.promo(promoCode)]),
    ...(quantity === null || quantity === 1 ? [] : [facts.quantity(quantity)]),
    ...(connected?.isProven ? [facts.connected(connected.userId)] : []),
    ...(connected && !connected.isProven && connected.userId !== linked?.userId
      ? [facts.named(connected.userId)]
      : []),
    ...(linked ? [facts.linked(linked.userId, linked.since)] : []),
    ...(connected || linked ? [] : [facts.noAccount]),
  ];
}
