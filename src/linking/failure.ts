import Type from 'typebox';
import Value from 'typebox/value';

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
  /** The link that the journey led to is there no longer. */
  | { readonly kind: 'ended' }
  /** The address, or what was sent there, is none of ours. */
  | { readonly kind: 'unreadable'; readonly status: number }
  /** That was us. */
  | { readonly kind: 'fault'; readonly requestId: string }
  | { readonly kind: 'too many'; readonly seconds: number };

const Noted = Type.Union([
  Type.Object({
    kind: Type.Enum([
      ...['denied', 'expired', 'other browser', 'mixed up', 'forged', 'already linked', 'unsupported'],
      ...['unavailable', 'ended'],
    ] as const),
  }),
  Type.Object({ kind: Type.Literal('wrong account'), name: Type.String({ maxLength: 200 }) }),
  Type.Object({
    kind: Type.Literal('forbidden'),
    until: Type.String({ pattern: '^\\d{4}-[\\d-]+T[\\d:.]+Z$' }),
  }),
  Type.Object({ kind: Type.Literal('unreadable'), status: Type.Integer({ minimum: 400, maximum: 499 }) }),
  Type.Object({ kind: Type.Literal('fault'), requestId: Type.String({ maxLength: 100 }) }),
]);

/** A failure as a cookie holds it, so that its page has an address without anything secret in it. */
export const noteOf = (failure: Failure): string =>
  Buffer.from(JSON.stringify(failure)).toString('base64url');

/** What a note says; undefined where it isn't one. */
export function readNote(note: string | undefined): Failure | undefined {
  const said = parse(note ?? '');
  if (!Value.Check(Noted, said)) return undefined;
  return said.kind === 'forbidden' ? { kind: said.kind, until: new Date(said.until) } : said;
}

function parse(note: string): unknown {
  try {
    return JSON.parse(Buffer.from(note, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
