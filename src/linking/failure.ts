import Type from 'typebox';
import Value from 'typebox/value';

/** Reason that a journey ends without a link. */
export type Failure =
  /** The member declined, at a provider or on our page. */
  | { readonly kind: 'denied' }
  /** The step timed out, was already done, or its code was already used. */
  | { readonly kind: 'expired' }
  /** The journey was started in another browser. */
  | { readonly kind: 'other browser' }
  /** The answer came from a provider other than the one asked, or was meant for another step. */
  | { readonly kind: 'mixed up' }
  /** The form isn't from one of our pages. */
  | { readonly kind: 'forged' }
  /** The member signed in with a chat account other than the one that asked for the link. */
  | { readonly kind: 'wrong account'; readonly name: string }
  | { readonly kind: 'already linked' }
  | { readonly kind: 'forbidden'; readonly until: Date }
  /** Either account has linked too often within an hour. */
  | { readonly kind: 'too often'; readonly until: Date }
  /** The service doesn't identify the buyer who signed in. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unavailable' }
  /** The journey led to a link that has since been ended. */
  | { readonly kind: 'ended' }
  /** The address or the request is invalid. */
  | { readonly kind: 'unreadable'; readonly status: number }
  /** Internal error. */
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
    kind: Type.Enum(['forbidden', 'too often'] as const),
    until: Type.String({ pattern: '^\\d{4}-[\\d-]+T[\\d:.]+Z$' }),
  }),
  Type.Object({ kind: Type.Literal('unreadable'), status: Type.Integer({ minimum: 400, maximum: 499 }) }),
  Type.Object({ kind: Type.Literal('fault'), requestId: Type.String({ maxLength: 100 }) }),
]);

/** Encodes a failure for a cookie, so that the failure page can have an address without secrets in it. */
export const noteOf = (failure: Failure): string =>
  Buffer.from(JSON.stringify(failure)).toString('base64url');

/** Decodes a cookie; undefined if it is invalid. */
export function readNote(note: string | undefined): Failure | undefined {
  const said = parse(note ?? '');
  if (!Value.Check(Noted, said)) return undefined;
  return 'until' in said ? { kind: said.kind, until: new Date(said.until) } : said;
}

function parse(note: string): unknown {
  try {
    return JSON.parse(Buffer.from(note, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
