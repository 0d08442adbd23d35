/** Currencies of the specification (2.1.2). */
export const CURRENCIES: readonly string[] =
  `usd sgd inr aud brl cad dkk eur nok gbp sek chf hkd huf jpy mxn myr pln czk nzd aed eth ape cop ron thb bgn idr
dop php try krw twd vnd pkr clp uyu ars zar dzd tnd mad kes kwd jod all xcd amd bsd bhd bob bam khr crc xof egp
etb gmd ghs gtq gyd ils jmd mop mga mur mdl mnt nad ngn mkd omr pyg pen qar rwf sar rsd lkr tzs ttd uzs rub`.split(
    /\s/,
  );

type Metadata = Readonly<Record<string, unknown>>;

/** Fields for creating a plan. The service chooses the values of those left out. */
export interface NewPlan {
  readonly productId?: string | undefined;
  readonly planType?: 'renewal' | 'one_time' | undefined;
  readonly visibility?: 'visible' | 'hidden' | 'archived' | 'quick_link' | undefined;
  readonly releaseMethod?: 'buy_now' | 'waitlist' | 'raffle' | undefined;
  readonly releaseMethodSettings?: Metadata | undefined;
  /** In the major unit of the currency, like `renewalPrice`. */
  readonly initialPrice?: number | undefined;
  readonly renewalPrice?: number | undefined;
  /** One of `CURRENCIES`. */
  readonly baseCurrency?: string | undefined;
  /** Days between the charges of a renewal plan. */
  readonly billingPeriod?: number | undefined;
  readonly trialPeriodDays?: number | undefined;
  readonly splitPayRequiredPayments?: number | undefined;
  /** Days until a one-time plan ends. */
  readonly expirationDays?: number | undefined;
  readonly gracePeriodDays?: number | undefined;
  readonly refillable?: boolean | undefined;
  readonly stock?: number | undefined;
  readonly unlimitedStock?: boolean | undefined;
  readonly allowMultipleQuantity?: boolean | undefined;
  readonly onePerUser?: boolean | undefined;
  readonly cardPayments?: boolean | undefined;
  readonly walletAccepted?: boolean | undefined;
  readonly commerceCryptoAccepted?: boolean | undefined;
  /** Name used by the seller, invisible to buyers. */
  readonly internalNotes?: string | undefined;
  readonly paymentLinkDescription?: string | undefined;
  readonly shortLink?: string | undefined;
  readonly requirements?: Metadata | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Fields in which a quick link can differ from the plan it copies. */
export interface NewQuickLink {
  /** Units for sale; 1 by default. */
  readonly stock?: number | undefined;
  readonly customPassword?: string | undefined;
  readonly trialPeriodDays?: number | undefined;
  readonly internalNotes?: string | undefined;
  readonly paymentLinkDescription?: string | undefined;
  readonly shortLink?: string | undefined;
  readonly requirements?: Metadata | undefined;
  readonly metadata?: Metadata | undefined;
}

/** Converts the field names to snake case (`productId` to `product_id`) and drops undefined values. */
export const toWire = (fields: NewPlan | NewQuickLink): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
