import Type from 'typebox';
import type { Clock } from '../clock.ts';
import { type FieldAliases, toDate, withOurNames } from '../commerce-client/fields.ts';
import { MembershipId, readFacts } from '../commerce-client/membership.ts';
import { compiledCheck } from '../compiled-check.ts';
import { checkJsonSize } from '../network/json-size.ts';
import type { Signed } from './verify.ts';

/** Largest number of values in a payload. Real payloads have a few hundred. */
const MAX_VALUES = 20_000;

/** The field to blank, by our name for it. */
const FIELD = 'license_key';

/** Newer senders use other names for the two events that matter most. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['membership_activated', 'membership_went_valid'],
  ['membership_deactivated', 'membership_went_invalid'],
]);

const Name = Type.String({ pattern: '^[\\w.]{1,100}$' });

/** Envelope of an event. The payload itself is stored as well. */
const isEnvelope = compiledCheck(
  Type.Object({
    id: Type.Optional(Type.Unknown()),
    action: Type.Optional(Name),
    type: Type.Optional(Name),
    timestamp: Type.Optional(Type.Unknown()),
    data: Type.Optional(Type.Unknown()),
    body: Type.Optional(Type.Unknown()),
  }),
);

const isResource = compiledCheck(Type.Object({ id: Type.Optional(Type.Unknown()) }));
const isMessageId = compiledCheck(Type.String({ pattern: '^[!-~]{1,256}$' }));
const isMembershipId = compiledCheck(MembershipId);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Event to store. */
export interface ReceivedEvent {
  /** The sender's id of the message. */
  readonly id: string;
  readonly name: string;
  readonly membershipId: string | null;
  readonly occurredAt: Date | null;
  readonly receivedAt: Date;
  /** JSON as sent, but without license keys. */
  readonly payload: string;
  /** Whether its membership is free and its account unproven. Anyone can create those, so they get low priority. */
  readonly isClaimed: boolean;
}

/** Creates a function that reads the event in a signed body. It returns undefined if the body is none. */
export function createEventReader(
  aliases: FieldAliases,
  clock: Clock,
): (signed: Signed, body: Buffer) => ReceivedEvent | undefined {
  const stripLicenseKeys = createStripLicenseKeys(aliases);
  return (signed, body) => {
    const parsed = parseBody(body);
    const event = parsed && normalise(parsed.payload, aliases);
    if (!event) return undefined;
    const { messageId, name, membershipId, occurredAt, resource } = event;
    const id = signed.id ?? messageId ?? signed.fingerprint();
    const { isFree = false, chatUserId, isChatProven = true, isBuyerVerified = true } = readFacts(resource);
    return {
      id,
      name,
      membershipId,
      occurredAt,
      receivedAt: clock.now(),
      payload: stripLicenseKeys(parsed.text),
      isClaimed: isFree && (!chatUserId || !isChatProven || !isBuyerVerified),
    };
  };
}

/** Event in a uniform shape, independent of the sender's. */
export interface IncomingEvent {
  /** The sender's id of the message, if the body contains one. */
  readonly messageId: string | null;
  /** The registered spelling, such as `membership_went_valid`. */
  readonly name: string;
  readonly membershipId: string | null;
  readonly occurredAt: Date | null;
  /** The event's resource. Parse it with `readFacts`. */
  readonly resource: object;
}

/** Converts a sender's payload. @returns the event; undefined if the payload isn't one */
export function normalise(payload: unknown, aliases: FieldAliases): IncomingEvent | undefined {
  const envelope = withOurNames(aliases, payload);
  if (!isEnvelope(envelope)) return undefined;
  const spelled = envelope.type ?? envelope.action;
  // Some senders call the resource `body`.
  const resource = withOurNames(aliases, envelope.data ?? envelope.body);
  if (!spelled || !isResource(resource)) return undefined;
  const name = spelled.replaceAll('.', '_');
  return {
    messageId: isMessageId(envelope.id) ? envelope.id : null,
    name: SYNONYMS.get(name) ?? name,
    membershipId: isMembershipId(resource.id) ? resource.id : null,
    occurredAt: toDate(envelope.timestamp) ?? null,
    resource,
  };
}

/**
 * Parses a JSON object. Undefined for anything else: other types, invalid UTF-8, too many values, nested too deeply.
 * @returns the object and its text
 */
function parseBody(body: Buffer): { readonly payload: object; readonly text: string } | undefined {
  try {
    const text = decoder.decode(body);
    checkJsonSize(text, MAX_VALUES);
    const payload: unknown = JSON.parse(text);
    return isObject(payload) ? { payload, text } : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Creates a function that replaces license keys in a payload with null and keeps every other byte. The inbox has no use
 * for keys, and each one gives access to its membership. Works on the text, because parsing would change large numbers.
 */
function createStripLicenseKeys(aliases: FieldAliases): (json: string) => string {
  const names = [FIELD, aliases.get(FIELD) ?? FIELD].map(asPattern);
  // A quote inside a JSON string is escaped, so a quoted name before a colon is always a field.
  const field = new RegExp(`(${names.join('|')})(\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"`, 'g');
  return (json) => json.replace(field, '$1$2null');
}

const asPattern = (name: string): string => JSON.stringify(name).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
