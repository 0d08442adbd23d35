/** Why a journey ends without a link. */
export type Failure =
  /** They didn't agree, at a provider or with us. */
  | { readonly kind: 'denied' }
  /** It took too long, was done already, or its code was used. */
  | { readonly kind: 'expired' }
  /** It was begun in another browser. */
  | { readonly kind: 'other browser' }
  /** The answer says that it is from somebody else than the one who was asked. */
  | { readonly kind: 'mixed up' }
  /** The form is not from our page. */
  | { readonly kind: 'forged' }
  /** They signed in with another chat account than the one that asked. */
  | { readonly kind: 'wrong account'; readonly name: string }
  /** The chat account is linked to another commerce user. */
  | { readonly kind: 'already linked' }
  | { readonly kind: 'forbidden'; readonly until: Date }
  /** The service doesn't tell who has signed in. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'too many'; readonly seconds: number };
