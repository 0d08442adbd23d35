import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { Value } from 'typebox/value';
import { CLIENT_OPCODES, ClientPayload, type Identify, type Resume } from './payloads.ts';
import type { Send, Session } from './session.ts';

/** What a connection needs from the gateway that it belongs to. */
export interface ConnectionPort {
  readonly token: string;
  /** Whether an application with these privileged intents may connect. */
  allows(intents: number): boolean;
  /** Opens a session and tells it READY and its guilds. */
  open(identify: Identify, send: Send): Session;
  find(sessionId: string): Session | undefined;
  requestMembers(session: Session, request: Extract<ClientPayload, { op: 8 }>['d']): void;
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

/** Starts the conversation; https://discord.com/developers/docs/events/gateway#connection-lifecycle */
export function openConnection(
  port: ConnectionPort,
  wire: { send: Send; close(code: number, reason: string): void },
): Connection {
  let session: Session | undefined;

  const identify = (data: Identify) => {
    if (session) return wire.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
    if (data.token !== port.token)
      return wire.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
    if (data.shard && data.shard[0] >= data.shard[1])
      return wire.close(GatewayCloseCodes.InvalidShard, 'Invalid shard.');
    if (data.intents & ~KNOWN_INTENTS)
      return wire.close(GatewayCloseCodes.InvalidIntents, 'Invalid intent(s).');
    if (!port.allows(data.intents))
      return wire.close(GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).');
    session = port.open(data, wire.send);
  };

  const resume = (data: Resume) => {
    if (session) return wire.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
    if (data.token !== port.token)
      return wire.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.');
    const found = port.find(data.session_id);
    if (!found?.canReplay(data.seq))
      return wire.send({ op: GatewayOpcodes.InvalidSession, d: false, s: null, t: null });
    session = found;
    found.resume(data.seq, wire.send);
  };

  const obey = (payload: ClientPayload) => {
    switch (payload.op) {
      case GatewayOpcodes.Heartbeat:
        return wire.send({ op: GatewayOpcodes.HeartbeatAck, s: null, t: null });
      case GatewayOpcodes.Identify:
        return identify(payload.d);
      case GatewayOpcodes.Resume:
        return resume(payload.d);
    }
    if (!session) return wire.close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
    if (payload.op === GatewayOpcodes.RequestGuildMembers) port.requestMembers(session, payload.d);
  };

  wire.send({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: 41_250 }, s: null, t: null });
  return {
    receive(text) {
      const content = parse(text);
      if (Value.Check(ClientPayload, content)) return obey(content);
      const isUnknown = hasOpcode(content) && !CLIENT_OPCODES.has(content.op);
      return isUnknown
        ? wire.close(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.')
        : wire.close(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
    },
    closed: () => session?.detach(wire.send),
  };
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
