import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { Value } from 'typebox/value';
import { CLIENT_OPCODES, ClientPayload, type Identify, type Resume } from './payloads.ts';
import type { Session, Wire } from './session.ts';

/** What a connection needs from the gateway that it belongs to. */
export interface ConnectionPort {
  readonly token: string;
  /** How often a client is to be heard from, in milliseconds. */
  readonly heartbeatInterval: number;
  /** Whether an application with these privileged intents may connect. */
  allows(intents: number): boolean;
  /** Whether the guilds of a shard are too many for one session. */
  isOverfull(shard: readonly [number, number]): boolean;
  /** Whether a client may start a session now. */
  admits(): boolean;
  /** Opens a session and tells it READY and its guilds. */
  open(identify: Identify, wire: Wire): Session;
  find(sessionId: string): Session | undefined;
  requestMembers(session: Session, request: Extract<ClientPayload, { op: 8 }>['d']): void;
  /** Counts what a connection sends; false when it is too much. */
  mayTalk(): boolean;
}

/** One client's connection: what it says is answered, or the close code says what was wrong with it. */
export interface Connection {
  receive(text: string): void;
  closed(): void;
}

/** All intents that exist; any other bit is a mistake. */
const KNOWN_INTENTS = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);

/** The longest payload, in bytes: https://docs.discord.com/developers/events/gateway#sending-events */
const MOST_BYTES = 4096;

/** A client may be late by as much as half of what it is given. */
const PATIENCE = 1.5;

/** Starts the conversation; https://discord.com/developers/docs/events/gateway#connection-lifecycle */
export function openConnection(port: ConnectionPort, wire: Wire): Connection {
  let session: Session | undefined;

  const identify = (data: Identify) => {
    const refusal = refusalOf(port, data);
    if (refusal) return wire.close(...refusal);
    if (!port.admits()) return sayInvalid(wire);
    session = port.open(data, wire);
  };

  const resume = (data: Resume) => {
    if (data.token !== port.token) return wire.close(...AUTHENTICATION_FAILED);
    const found = port.find(data.session_id);
    const remembered = found?.remembers(data.seq);
    if (remembered === 'never-sent') return wire.close(GatewayCloseCodes.InvalidSeq, 'Invalid seq.');
    if (!found || remembered === 'too-old') return sayInvalid(wire);
    session = found;
    found.resume(data.seq, wire);
  };

  const obey = (payload: ClientPayload) => {
    if (payload.op === GatewayOpcodes.Heartbeat) {
      session?.acknowledge(payload.d);
      heart.refresh();
      return wire.send({ op: GatewayOpcodes.HeartbeatAck, d: null, s: null, t: null });
    }
    if (payload.op === GatewayOpcodes.Identify || payload.op === GatewayOpcodes.Resume) {
      if (session) return wire.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
      return payload.op === GatewayOpcodes.Identify ? identify(payload.d) : resume(payload.d);
    }
    if (!session) return wire.close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
    if (payload.op === GatewayOpcodes.RequestGuildMembers) port.requestMembers(session, payload.d);
  };

  // A client that is not heard from is taken for dead; it may come back to its session.
  const heart = setTimeout(
    () => wire.close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.'),
    port.heartbeatInterval * PATIENCE,
  );
  wire.send({
    op: GatewayOpcodes.Hello,
    d: { heartbeat_interval: port.heartbeatInterval },
    s: null,
    t: null,
  });
  return {
    receive(text) {
      if (!port.mayTalk()) return wire.close(GatewayCloseCodes.RateLimited, 'You are being rate limited.');
      const content = Buffer.byteLength(text) > MOST_BYTES ? undefined : parse(text);
      if (Value.Check(ClientPayload, content)) return obey(content);
      const isUnknown = hasOpcode(content) && !CLIENT_OPCODES.has(content.op);
      return isUnknown
        ? wire.close(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.')
        : wire.close(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
    },
    closed() {
      clearTimeout(heart);
      session?.detach(wire);
    },
  };
}

const AUTHENTICATION_FAILED = [GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.'] as const;

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
function refusalOf(
  port: ConnectionPort,
  data: Identify,
): readonly [code: number, reason: string] | undefined {
  if (data.token !== port.token) return AUTHENTICATION_FAILED;
  if (data.shard && data.shard[0] >= data.shard[1]) return [GatewayCloseCodes.InvalidShard, 'Invalid shard.'];
  if (port.isOverfull(data.shard ?? [0, 1]))
    return [GatewayCloseCodes.ShardingRequired, 'Sharding is required.'];
  if (data.intents & ~KNOWN_INTENTS) return [GatewayCloseCodes.InvalidIntents, 'Invalid intent(s).'];
  if (!port.allows(data.intents)) return [GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).'];
  return undefined;
}

function sayInvalid(wire: Wire): void {
  wire.send({ op: GatewayOpcodes.InvalidSession, d: false, s: null, t: null });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasOpcode(content: unknown): content is { op: number } {
  return typeof content === 'object' && content !== null && 'op' in content && typeof content.op === 'number';
}
