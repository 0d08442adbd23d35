import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

const Name = Type.String({ pattern: '^[\\w.]{1,100}$' });

const Resource = Type.Object({ id: Type.Optional(Type.Unknown()) });

/** What the listener needs of an event. The payload is kept whole beside it. */
const Envelope = Type.Object({
  action: Type.Optional(Name),
  type: Type.Optional(Name),
  timestamp: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  data: Type.Optional(Resource),
  body: Type.Optional(Resource),
});

const MembershipId = Type.String({ pattern: '^mem_[\\w-]{1,100}$' });

/** An event in our own words, whichever way its sender spelled it. */
export interface IncomingEvent {
  /** The registered spelling, such as `membership_went_valid`. */
  readonly name: string;
  /** The membership to look at again, where the event is about one. */
  readonly membershipId: string | null;
  readonly occurredAt: Date | null;
}

/** Newer senders name the two events that matter most otherwise. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['membership_activated', 'membership_went_valid'],
  ['membership_deactivated', 'membership_went_invalid'],
]);

/** Reads an event; undefined when the payload isn't one. */
export function normalise(payload: unknown): IncomingEvent | undefined {
  if (!Value.Check(Envelope, payload)) return undefined;
  const spelled = payload.type ?? payload.action;
  // Some senders call the resource `body`.
  const resource = payload.data ?? payload.body;
  if (!spelled || !resource) return undefined;
  const name = spelled.replaceAll('.', '_');
  const { id } = resource;
  return {
    name: SYNONYMS.get(name) ?? name,
    membershipId: Value.Check(MembershipId, id) ? id : null,
    occurredAt: toDate(payload.timestamp),
  };
}

/** Seconds since the epoch, or ISO 8601; what no clock would say is no time. */
function toDate(timestamp: Static<typeof Envelope>['timestamp']): Date | null {
  if (timestamp === undefined) return null;
  const date = new Date(typeof timestamp === 'number' ? timestamp * 1000 : timestamp);
  const year = date.getUTCFullYear();
  return year >= 2000 && year < 3000 ? date : null;
}
