import type { Context } from '../../src/discord/commands/context.ts';
import type { Markdown } from '../../src/i18n/markdown.ts';

export type Found = Awaited<ReturnType<Context['features']['memberships']['find']>>;
export type Membership = Found['items'][number];
export type Ending = Awaited<ReturnType<Context['features']['access']['previewEnding']>>;

type Named = Pick<Membership, 'planName' | 'productName' | 'planId' | 'status'>;

/** Returns a membership's display name and status. */
export const namesOf = ({ words: { memberships: words } }: Context, membership: Named) => {
  const { planName, productName, planId, status } = membership;
  return {
    name: planName ?? productName ?? planId ?? words.unknownPlan,
    status: status === null ? words.unknownStatus : words.status(status),
  };
};

/** Renders a membership's heading: name, id and status. */
export function headOf(context: Context, membership: Named & Pick<Membership, 'id'>): Markdown {
  const { name, status } = namesOf(context, membership);
  return context.words.memberships.head(name, membership.id, status);
}

/** Lists the known details of a membership that admins need, one per line. */
export function factsOf({ words: { memberships: words } }: Context, membership: Membership, ending: Ending) {
  const { facts } = words;
  const { valid, email, username, licenseKey, paymentProcessor, promoCode, quantity } = membership;
  const { createdAt, periodEndsAt, expiresAt, cancelAtPeriodEnd } = membership;
  const { connected, linked } = ending;
  const { source } = membership;
  if (source.by === 'nobody') return [words.nothingKnown];
  return [
    ...(source.by === 'mirror' ? [words.fromEvents(source.at)] : []),
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
