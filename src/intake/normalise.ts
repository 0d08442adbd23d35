import Type from 'typebox';
import { type FieldAliases, withOurNames } from '../commerce-client/aliases.ts';
import { toDate } from '../commerce-client/dates.ts';
import { MembershipId } from '../commerce-client/membership.ts';
import { compiledCheck } from '../compiled-check.ts';

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

/** Newer senders use other names for the two events that matter most. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['membership_activated', 'membership_went_valid'],
  ['membership_deactivated', 'membership_went_invalid'],
]);

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
