import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { Value } from 'typebox/value';
import { CLIENT_OPCODES, ClientPayload, type Identify, type Resume } from './payloads.ts';
import type { Session, Wire } from './session.ts';

export interface ConnectionPort {
  readonly token: string;
  /** In milliseconds. */
  readonly heartbeatInterval: number;
  allows(intents: number): boolean;
  /** Whether the shard has more guilds than one session may have. */
  isOverfull(shard: readonly [number, number]): boolean;
  /** Whether a new session may start now. Counts the attempt against the rate limits. */
  admits(): boolean;
  /** Opens a session and sends READY and the guilds. */
  open(identify: Identify, wire: Wire): Session;
  find(sessionId: string): Session | undefined;
  requestMembers(session: Session, request: Extract<ClientPayload, { op: 8 }>['d']): void;
  /** Counts a received payload; false when the connection exceeds its rate limit. */
  mayTalk(): boolean;
}

/** One client's connection. Invalid payloads close it with the platform's close code. */
export interface Connection {
  receive(text: string): void;
  closed(): void;
}

/** All existing intents. Any other bit is refused. */
const KNOWN_INTENTS = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);

/** Size limit of a client's payload, in bytes: https://docs.discord.com/developers/events/gateway#sending-events */
const MOST_BYTES = 4096;

/** Heartbeat intervals without a heartbeat after which the connection is closed. */
const PATIENCE = 1.5;

/** Opens a connection with HELLO: https://discord.com/developers/docs/events/gateway#connection-lifecycle */
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

  // Closes a connection without heartbeats. The client may resume its session later.
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
