import Type from 'typebox';
import { checkOf } from '../check.ts';
import { type FieldAliases, withOurNames } from '../commerce-client/aliases.ts';
import { toDate } from '../commerce-client/dates.ts';
import { MembershipId } from '../commerce-client/membership.ts';

const Name = Type.String({ pattern: '^[\\w.]{1,100}$' });

/** What an event's sender wraps it in. The payload is kept whole beside what is read of it. */
const isEnvelope = checkOf(
  Type.Object({
    id: Type.Optional(Type.Unknown()),
    action: Type.Optional(Name),
    type: Type.Optional(Name),
    timestamp: Type.Optional(Type.Unknown()),
    data: Type.Optional(Type.Unknown()),
    body: Type.Optional(Type.Unknown()),
  }),
);

const isResource = checkOf(Type.Object({ id: Type.Optional(Type.Unknown()) }));
const isMessageId = checkOf(Type.String({ pattern: '^[!-~]{1,256}$' }));
const isMembershipId = checkOf(MembershipId);

/** An event in our own words, whichever way its sender spelled it. */
export interface IncomingEvent {
  /** The sender's id of the message, where the body holds one. */
  readonly messageId: string | null;
  /** The registered spelling, such as `membership_went_valid`. */
  readonly name: string;
  /** The membership to look at again, where the event is about one. */
  readonly membershipId: string | null;
  readonly occurredAt: Date | null;
  /** What it says about that membership, to be read with `readFacts`. */
  readonly resource: object;
}

/** Newer senders name the two events that matter most otherwise. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['membership_activated', 'membership_went_valid'],
  ['membership_deactivated', 'membership_went_invalid'],
]);

/** Reads an event; undefined when the payload isn't one. */
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
